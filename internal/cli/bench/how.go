package bench

import (
	"cmp"
	"time"

	"topocoll/bench"
	"topocoll/bench/arrival"
	"topocoll/internal/cli/measure"
	"topocoll/internal/cli/option"
	"topocoll/internal/exit"
	"topocoll/internal/job/ranks"
	"topocoll/internal/launch"
)

// conditionFlags are the flags for the conditions of a measurement: launches, time limits, caches, network
// and mapping.
type conditionFlags struct {
	Launches int            `group:"How" help:"Start the ranks N times and join the results (default: ${default}; with --preset: 3)." default:"1" placeholder:"N"`
	Time     time.Duration  `group:"How" help:"Maximum time for an operation and size, over all launches (default: ${default})." default:"1s" placeholder:"TIME"`
	Limit    time.Duration  `group:"How" help:"Stop the run after this time and keep the finished cells." placeholder:"TIME"`
	Cache    string         `group:"How" help:"Whether a call's data starts in memory (cold) or in the caches (warm) (default: ${default})." default:"cold" enum:"cold,warm" placeholder:"STATE"`
	Network  option.Network `group:"How" help:"The network between the ranks, such as torus:4x4@200mbit, file:FILE or slurm." env:"TOPOCOLL_NETWORK" placeholder:"NETWORK" predictor:"network"`
	Map      string         `group:"How" help:"The label of each rank: identity, gray, snake, random:SEED, hosts or a list (default: ${default})." default:"identity" placeholder:"MAP" predictor:"label"`
}

// check returns an error if a value is out of range, or if a ping-pong has several launches. Under a launcher
// such as mpirun, it also returns an error for several launches, unless a parent topocoll process starts
// them.
func (h conditionFlags) check(pingPong bool) error {
	_, launched := launch.Rank()
	switch {
	case h.Launches < 1 || h.Launches > ranks.MaxLaunches:
		return exit.Usagef("--launches %d, want 1 to %d", h.Launches, ranks.MaxLaunches)
	case h.Launches > 1 && pingPong:
		return exit.Usagef("--launches %d with --op pingpong, want 1, because ping-pong results "+
			"cannot be joined", h.Launches)
	case launched && h.Launches > ranks.ThisLaunch().Count: // no parent process starts the other launches
		return exit.Usagef(
			"--launches %d cannot be used under a launcher; start topocoll bench %d times with "+
				"--out A, --out B, ..., then run topocoll join A/bench.json B/bench.json ... -o DIR",
			h.Launches, h.Launches)
	}
	return cmp.Or(measure.CheckTime("time", h.Time, time.Microsecond),
		measure.CheckTime("limit", h.Limit, 0))
}

// launchConfig returns the configuration of one launch, which gets an equal share of the measuring time.
func launchConfig(l ranks.Launch, cfg bench.Config) bench.Config {
	cfg.Time /= time.Duration(l.Count)
	cfg.Launch = l.Number - 1
	cfg.Seed += uint64(cfg.Launch)
	if l.Left > 0 {
		cfg.Limit = l.Left
	}
	return cfg
}

// sampleFlags are the flags for the number and kind of samples.
type sampleFlags struct {
	Sync           string            `group:"Advanced" help:"How the ranks synchronise before a sample: dissem, barrier, round or auto (default: ${default})." default:"dissem" enum:"auto,dissem,round,barrier" placeholder:"HOW"`
	Arrival        arrival.Pattern   `group:"Advanced" help:"Arrival pattern (first, last, ramp or random) and delay of the ranks: last:100us." placeholder:"HOW"`
	Rel            option.Percentage `group:"Advanced" help:"Stop measuring a size when every ratio is known to this precision (default: ${default})." default:"2%" placeholder:"PERCENT"`
	Iterations     int               `group:"Advanced" short:"i" help:"Take exactly N samples of every cell in each launch." placeholder:"N"`
	Warmup         int               `group:"Advanced" short:"x" help:"Maximum number of warm-up repetitions for an operation and size (default: ${default})." default:"16" placeholder:"N"`
	Stall          time.Duration     `group:"Advanced" help:"Report a call as hung after ten times its expected time plus this time (default: ${default})." default:"15s" placeholder:"TIME"`
	MemLimit       string            `group:"Advanced" help:"Maximum size of the buffers per rank; cells that need more are left out." placeholder:"SIZE"`
	Seed           uint64            `group:"Advanced" help:"Seed of the random order of the contenders (default: ${default})." default:"1"`
	Oversubscribed bool              `group:"Advanced" name:"allow-oversubscribed" help:"Give verdicts even with more ranks than cores."`
}

func (s sampleFlags) check() error {
	if err := measure.CheckTime("stall", s.Stall, measure.LeastStall); err != nil {
		return err
	}
	const most = 1 << 20
	if s.Iterations < 0 || s.Iterations > most {
		return exit.Usagef("--iterations %d, want 1 to %d (0: --rel and --time decide)", s.Iterations, most)
	}
	if s.Warmup < 0 || s.Warmup > most {
		return exit.Usagef("--warmup %d, want 0 to %d", s.Warmup, most)
	}
	return nil
}
