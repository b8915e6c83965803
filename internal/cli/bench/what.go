package bench

import (
	"slices"
	"strings"

	"topocoll/bench"
	"topocoll/bench/results"
	"topocoll/internal/cli/measure"
	"topocoll/internal/exit"
	"topocoll/internal/job/launcher"
)

// selectionFlags are the flags that select the operations, contenders, sizes and rank counts to measure.
type selectionFlags struct {
	N      int      `group:"What to measure" short:"n" help:"Number of ranks to start (default: one per core, but at least 2 and at most 4)." placeholder:"P"`
	Op     []string `group:"What to measure" help:"Operations, an alternative to the arguments." placeholder:"OP" type:"op" predictor:"benchop"`
	Algo   []string `group:"What to measure" help:"Contenders: ids or patterns of the catalog, native, native:NAME, native:*, gompi or auto." placeholder:"ID" predictor:"contenders"`
	Size   string   `group:"What to measure" help:"Sizes of one rank's block in bytes, such as 8,1K,64K or 8:4M:x8 (default: ${default})." default:"8:4M:x8" placeholder:"SIZES"`
	NP     []int    `group:"What to measure" name:"np" help:"Measure on the first P ranks, for each P of a list such as 2,4,8." placeholder:"P"`
	Preset string   `group:"What to measure" help:"quick or full: sizes, time and contenders for a short or a thorough run." enum:",quick,full" default:"" placeholder:"NAME"`
	// set by --preset full, which selects all contenders, except algorithms of other libraries that are
	// unlikely to be the fastest
	likelyOnly bool `kong:"-"`
}

func (w selectionFlags) check() error {
	for _, n := range w.NP {
		if n < 1 || n > launcher.MaxRanks {
			return exit.Usagef("--np %d, want 1 to %d processes", n, launcher.MaxRanks)
		}
	}
	return nil
}

// pingPong reports whether the run times single messages instead of collectives.
func (w selectionFlags) pingPong() bool { return slices.Contains(w.Op, "pingpong") }

// defaultRanks returns the default of -n: 2 for a ping-pong, otherwise the largest value of --np, otherwise
// measure.DefaultRanks.
func (w selectionFlags) defaultRanks() int {
	switch {
	case w.pingPong():
		return 2
	case len(w.NP) > 0:
		return slices.Max(w.NP)
	}
	return measure.DefaultRanks()
}

// rankCounts returns the rank counts to measure with, each at most p. It returns an error if the root or a
// plan in cfg does not match them.
func (w selectionFlags) rankCounts(p int, cfg bench.Config) ([]int, error) {
	if len(w.NP) == 0 {
		return []int{p}, checkRanks(cfg, []int{p})
	}
	for _, n := range w.NP {
		if n < 1 || n > p {
			return nil, exit.Usagef("--np %d of %d processes, want 1..%d", n, p, p)
		}
	}
	return w.NP, checkRanks(cfg, w.NP)
}

// checkRanks returns an error if the rank count of a plan is not in `counts`, or if the root is not less than
// the smallest count.
func checkRanks(cfg bench.Config, counts []int) error {
	for _, p := range cfg.Plans {
		if !slices.Contains(counts, len(p.Job)) {
			return exit.Usagef("--plan: %s%s is for %d ranks; use this number in -n or --np instead of %v",
				results.Planned, p.Name, len(p.Job), counts)
		}
	}
	if least := slices.Min(counts); cfg.Root != nil && *cfg.Root >= least {
		return exit.Usagef("--root %d of %d ranks, want 0 to %d", *cfg.Root, least, least-1)
	}
	return nil
}

// contenders returns the names in --algo that select algorithms of the catalog, and stores the other
// contenders in cfg. The native call is always measured, because all times are divided by its time.
func (w selectionFlags) contenders(cfg *bench.Config) (ours []string, err error) {
	cfg.Gompi, cfg.Likely = len(w.Algo) == 0, len(w.Algo) == 0 || w.likelyOnly
	for _, name := range w.Algo {
		native, forced := strings.CutPrefix(name, "native:")
		switch {
		case name == "native":
		case name == "gompi":
			cfg.Gompi = true
		case name == results.Auto:
			cfg.Auto = true
		case forced && native == "":
			return nil, exit.Usagef("--algo %q, want native:NAME or native:*", name)
		case forced:
			cfg.Native = append(cfg.Native, native)
		default:
			ours = append(ours, name)
		}
	}
	return ours, nil
}
