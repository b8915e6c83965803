package bench

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"topocoll/bench"
	"topocoll/bench/results"
	"topocoll/bench/sampler"
	"topocoll/internal/cli/measure"
	"topocoll/internal/cli/option"
	"topocoll/internal/exit"
	"topocoll/internal/job/launcher"
)

// A flagUse is a flag with its value, and whether it was given.
type flagUse struct {
	what  string
	given bool
}

// refuseFirst refuses the first flag in uses that was given.
func refuseFirst(uses []flagUse, why string) error {
	if at := slices.IndexFunc(uses, func(u flagUse) bool { return u.given }); at >= 0 {
		return exit.Usagef("%s with %s", uses[at].what, why)
	}
	return nil
}

// setCounts sets --counts in cfg. It refuses flags whose contenders have no calls with counts.
func (b *Command) setCounts(cfg *bench.Config) error {
	if b.Counts == "" {
		return nil
	}
	cfg.Counts, cfg.Likely = b.Counts, false
	err := refuseFirst([]flagUse{
		{"--algo auto", cfg.Auto}, {"--algo gompi", cfg.Gompi && len(b.Algo) > 0},
		{"--plan", len(b.Plan) > 0},
		{"--" + results.Persistent, b.Persistent},
	}, fmt.Sprintf(
		"--counts %s, want native, native:NAME or algorithms of the catalog, in blocking calls: nothing else "+
			"has counts", b.Counts))
	cfg.Gompi = false
	return err
}

// setStarted sets non-blocking or persistent calls in cfg. It refuses flags whose contenders have no such
// calls.
func (b *Command) setStarted(cfg *bench.Config) error {
	flag := "--" + results.Nonblocking
	switch {
	case b.Tests < 0 || b.Tests > mostTests:
		return exit.Usagef("--tests %d, want 0 to %d", b.Tests, mostTests)
	case b.Nonblocking && b.Persistent:
		return exit.Usagef("--nonblocking and --persistent, want one of them")
	case b.Persistent:
		cfg.Started, flag = results.Persistent, "--"+results.Persistent
	case b.Nonblocking:
		cfg.Started = results.Nonblocking
	case b.Tests > 0:
		return exit.Usagef("--tests %d without --nonblocking or --persistent, want one of them: blocking calls "+
			"are not tested", b.Tests)
	default:
		return nil
	}
	err := refuseFirst([]flagUse{
		{"--op pingpong", b.pingPong()}, {"--uncompiled", b.Uncompiled}, {"--time-in-c", b.TimeInC},
		{"--plan", len(b.Plan) > 0},
		{"--algo native:" + strings.Join(cfg.Native, ","), len(cfg.Native) > 0},
		{"--algo gompi", cfg.Gompi && len(b.Algo) > 0},
	}, flag+", want native, algorithms of the catalog or auto: nothing else has such calls")
	cfg.Gompi, cfg.Tests = false, b.Tests
	return err
}

// setArrival sets --arrival in cfg. It refuses flags whose calls cannot be timed from the last arrival.
func (b *Command) setArrival(cfg *bench.Config) (err error) {
	if cfg.Arrival, err = sampler.ParseArrival(b.Arrival); err != nil {
		return exit.Usagef("--arrival %w", err)
	}
	if b.Arrival == "" {
		return nil
	}
	return refuseFirst([]flagUse{{"--op pingpong", b.pingPong()}, {"--nonblocking", b.Nonblocking},
		{"--persistent", b.Persistent}}, "--arrival "+b.Arrival+", want blocking collective calls")
}

// mostTests is the maximum of --tests.
const mostTests = 1 << 20

// checkRanges checks the ranges of numbers and times.
func (b *Command) checkRanges() error {
	if err := b.checkLaunches(); err != nil {
		return err
	}
	if err := cmp.Or(measure.CheckTime("time", b.Time, time.Microsecond),
		measure.CheckTime("limit", b.Limit, 0),
		measure.CheckTime("stall", b.Stall, measure.LeastStall)); err != nil {
		return err
	}
	for _, n := range b.NP {
		if n < 1 || n > launcher.MaxRanks {
			return exit.Usagef("--np %d, want 1 to %d processes", n, launcher.MaxRanks)
		}
	}
	const most = 1 << 20
	if b.Iterations < 0 || b.Iterations > most {
		return exit.Usagef("--iterations %d, want 1 to %d (0: --rel and --time decide)", b.Iterations, most)
	}
	if b.Warmup < 0 || b.Warmup > most {
		return exit.Usagef("--warmup %d, want 0 to %d", b.Warmup, most)
	}
	return nil
}

// refuseIdle refuses flags that have no effect on the run.
func (b *Command) refuseIdle(cfg bench.Config, given option.Given) error {
	if b.pingPong() {
		return given.RefuseOthers("with --op pingpong, want no such flag, because it times single messages", "op",
			"size",
			"n", "np", "ranks-per-core", "launches", "seed", "preset", "quiet",
			"progress", "dry-run", "config", "dump-config")
	}
	return given.RefuseIdle(cfg.Rows)
}
