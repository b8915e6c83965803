package bench

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"time"

	"topocoll/bench"
	"topocoll/bench/results"
	"topocoll/internal/cli/saved"
	"topocoll/internal/exit"
	"topocoll/internal/job"
	"topocoll/internal/job/launcher"
	"topocoll/internal/job/ranks"
	"topocoll/tuned"
)

// shareOf returns the configuration of one launch of a run.
func shareOf(l ranks.Launch, cfg bench.Config) bench.Config {
	cfg.Time /= time.Duration(l.Count)
	cfg.Launch = l.Number - 1
	cfg.Seed += uint64(cfg.Launch)
	if l.Left > 0 {
		cfg.Limit = l.Left
	}
	return cfg
}

// checkLaunches checks --launches.
func (b *Command) checkLaunches() error {
	_, launched := launcher.Rank()
	switch {
	case b.Launches < 1 || b.Launches > ranks.MaxLaunches:
		return exit.Usagef("--launches %d, want 1 to %d", b.Launches, ranks.MaxLaunches)
	case b.Launches > 1 && b.pingPong():
		return exit.Usagef("--launches %d with --op pingpong, want 1: the ping-pong saves no result, so "+
			"launches cannot be joined",
			b.Launches)
	case launched && b.Launches > ranks.ThisLaunch().Count: // no process of this program starts the others
		return exit.Usagef(
			"--launches %d under a launcher, want no --launches: start it %d times with --out A, --out "+
				"B, ..., then topocoll join A/bench.json B/bench.json ... -o DIR",
			b.Launches, b.Launches)
	}
	return nil
}

// run starts the launches one after the other. It joins the results after each one. After a launch that
// failed, it stops.
func (b *Command) run(out io.Writer, start func(ranks.Launch) error) error {
	signals, release := job.Hold()
	defer release()
	if b.Launches == 1 {
		before := resultFile(b.Out)
		return b.complete(out, before, start(ranks.Launch{Number: 1, Count: 1}))
	}
	var parts []*results.Result
	var whole *results.Result
	var failed, left error // errors of the latest launch's ranks, and of its files
	ended := ranks.Launches{First: 1, Count: b.Launches, Limit: b.Limit}.Run(signals,
		func(at ranks.Launch) error {
			var part *results.Result
			before := resultFile(at.Dir(b.Out))
			if part, failed = loadWritten(at.Dir(b.Out), before, start(at)); part != nil {
				parts = append(parts, part)
				whole, left = b.joinLaunches(parts)
				left = cmp.Or(left, b.judge(at.Dir(b.Out), part))
			}
			return cmp.Or(failed, left)
		})
	if left != nil {
		ended = failed
	}
	switch {
	case whole == nil || ranks.EndsAtOnce(ended):
		return ended
	case left == nil:
		left = saved.WriteJoined(out, b.Out, b.Stdout, whole)
	case ended == nil:
		return exit.Error{Code: exit.Partial,
			Err: fmt.Errorf("partial: %w; each launch has its own folder in %s", left, b.Out)}
	}
	return runError(ended, whole, left, b.Out)
}

// joinLaunches joins the launches so far, and writes the files of the result.
func (b *Command) joinLaunches(parts []*results.Result) (*results.Result, error) {
	whole, err := results.Join(parts)
	if err != nil {
		return parts[0], err
	}
	if len(parts) < b.Launches {
		whole.Status = "partial"
	}
	return whole, b.judge(b.Out, whole)
}

// NeedsParent sets the network if --network was not given. It reports whether a parent process writes the
// page and the summary.
func (b *Command) NeedsParent(network string) bool {
	return !b.DryRun && !b.pingPong() && b.Network.SetDefault(network)
}

// RunLaunches calls the function start for every launch, and completes the run.
func (b *Command) RunLaunches(_ tuned.Job, start func(ranks.Launch) error) error {
	if _, err := b.job(); err != nil {
		return err
	}
	if err := b.checkWritable(); err != nil {
		return err
	}
	return b.run(os.Stdout, start)
}
