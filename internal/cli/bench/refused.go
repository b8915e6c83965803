package bench

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"topocoll/bench"
	"topocoll/bench/results"
	"topocoll/internal/cli/exit"
	"topocoll/internal/cli/option"
	"topocoll/internal/job/launcher"
)

// A use is a flag with its value, and whether it was given.
type use struct {
	what  string
	given bool
}

// refused refuses the first use that was given.
func refused(uses []use, why string) error {
	if at := slices.IndexFunc(uses, func(u use) bool { return u.given }); at >= 0 {
		return exit.Usagef("%s with %s", uses[at].what, why)
	}
	return nil
}

// setCounts sets --counts in cfg. It refuses flags that have no calls with counts.
func (b *Command) setCounts(cfg *bench.Config) error {
	if b.Counts == "" {
		return nil
	}
	cfg.Counts, cfg.Likely = b.Counts, false
	err := refused([]use{
		{"--algo auto", cfg.Auto}, {"--algo gompi", cfg.Gompi && len(b.Algo) > 0}, {"--plan", len(b.Plan) > 0},
		{"--" + results.Persistent, b.Persistent},
	}, fmt.Sprintf("--counts %s, which it has no calls for: want native, native:NAME or algorithms of the catalog, called", b.Counts))
	cfg.Gompi = false
	return err
}

// started sets non-blocking or persistent calls in cfg. It refuses flags that have no such calls.
func (b *Command) started(cfg *bench.Config) error {
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
		return exit.Usagef("--tests %d without --nonblocking or --persistent: no call is tested", b.Tests)
	default:
		return nil
	}
	err := refused([]use{
		{"--op pingpong", b.PingPong()}, {"--uncompiled", b.Uncompiled}, {"--time-in-c", b.TimeInC}, {"--plan", len(b.Plan) > 0},
		{"--algo native:" + strings.Join(cfg.Native, ","), len(cfg.Native) > 0}, {"--algo gompi", cfg.Gompi && len(b.Algo) > 0},
	}, flag+", which has no calls that are started: want native, algorithms of the catalog or auto")
	cfg.Gompi, cfg.Tests = false, b.Tests
	return err
}

// mostTests is the maximum of --tests.
const mostTests = 1 << 20

// inRange checks the ranges of numbers and times.
func (b *Command) inRange() error {
	if err := b.launchable(); err != nil {
		return err
	}
	const longest = 365 * 24 * time.Hour
	for _, flag := range []struct {
		name          string
		got, from, to time.Duration
	}{
		{"time", b.Time, time.Microsecond, longest},
		{"limit", b.Limit, 0, longest},
		{"stall", b.Stall, 100 * time.Millisecond, longest}, // a rank that shares its core may wait 100 ms
	} {
		if flag.got < flag.from || flag.got > flag.to {
			return exit.Usagef("--%s %v, want %v to %v", flag.name, flag.got, flag.from, flag.to)
		}
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

// Idle refuses flags that have no effect on the run.
func (b *Command) Idle(cfg bench.Config, given option.Given) error {
	if b.PingPong() {
		return given.RefuseOthers("with --op pingpong, which times single messages: want none", "op", "size", "n", "np", "ranks-per-core", "launches", "seed", "preset", "quiet",
			"progress", "dry-run", "config", "dump-config")
	}
	return given.RefuseIdle(cfg.Rows)
}
