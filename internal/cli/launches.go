package cli

import (
	"fmt"
	"io"
	"os"
	"time"

	"topocoll/bench"
	"topocoll/bench/results"
	"topocoll/internal/jobs"
	"topocoll/internal/launcher"
	"topocoll/tuned"
)

// shareOf returns a launch's part of a run.
func shareOf(l nthLaunch, cfg bench.Config) bench.Config {
	cfg.Time /= time.Duration(l.of)
	cfg.Launch = l.number - 1
	cfg.Seed += uint64(cfg.Launch)
	if l.left > 0 {
		cfg.Limit = l.left
	}
	return cfg
}

// launchable refuses a number of launches that cannot be started.
func (b *benchCommand) launchable() error {
	_, launched := launcher.Rank()
	switch {
	case b.Launches < 1 || b.Launches > mostLaunches:
		return usagef("--launches %d, want 1 to %d", b.Launches, mostLaunches)
	case b.Launches > 1 && b.pingPong():
		return usagef("--launches %d with --op pingpong, want 1: a ping-pong leaves nothing to join", b.Launches)
	case b.Launches > 1 && launched && !keptByUs():
		return usagef("--launches %d under a launcher, want no --launches: start it %d times with --out A, --out B, ..., then topocoll join A/bench.json B/bench.json ... -o DIR",
			b.Launches, b.Launches)
	}
	return nil
}

// run starts all launches, one after the other, and joins their results whenever one has ended. After a launch that failed
// no other is started.
func (b *benchCommand) run(out io.Writer, start func(nthLaunch) error) error {
	signals, release := jobs.Hold()
	defer release()
	if b.Launches == 1 {
		before := fileIn(b.Out)
		return b.kept(out, before, start(nthLaunch{number: 1, of: 1}))
	}
	var parts []*results.Result
	var whole *results.Result
	var ended, left error // how the ranks ended, and the error of the files
	began := time.Now()
	for at := (nthLaunch{number: 1, of: b.Launches}); at.number <= at.of && ended == nil && left == nil; at.number++ {
		before := fileIn(at.dir(b.Out))
		ended = start(at)
		part, err := found(at.dir(b.Out), before, ended)
		switch {
		case part != nil:
			parts = append(parts, part)
			whole, left = b.joined(parts)
		case whole == nil || atOnce(err):
			return err
		default:
			ended = err
		}
		if ended == nil && at.number < at.of {
			at.left, ended = b.goesOn(at, began, signals)
		}
	}
	switch {
	case left == nil:
		left = leaveJoined(out, b.Out, b.Stdout, whole)
	case ended == nil:
		return failure{code: exitPartial, err: fmt.Errorf("partial: %w; each launch has its own folder in %s", left, b.Out)}
	}
	return ending(ended, whole, left, b.Out)
}

// goesOn returns the time that a launch leaves of --limit for the next one, or an error if there must be no next one: the
// limit is over, or a signal came while no launch was running.
func (b *benchCommand) goesOn(at nthLaunch, began time.Time, signals <-chan os.Signal) (left time.Duration, err error) {
	select {
	case s := <-signals:
		return 0, jobs.End{Caught: s}
	default:
	}
	if b.Limit == 0 {
		return 0, nil
	}
	if left = b.Limit - time.Since(began); left <= 0 {
		return 0, fmt.Errorf("--limit %v is over after %d of %d launches", b.Limit, at.number, at.of)
	}
	return left, nil
}

// joined returns the join of the launches so far, and writes its files.
func (b *benchCommand) joined(parts []*results.Result) (*results.Result, error) {
	whole, err := results.Join(parts)
	if err != nil {
		return parts[0], err
	}
	if len(parts) < b.Launches {
		whole.Status = "partial"
	}
	results.Judge(whole.Cells, b.Oversubscribed)
	return whole, results.Write(b.Out, whole)
}

// keep starts the ranks of all launches by start, and completes the run.
func (b *benchCommand) keep(_ tuned.Job, start func(nthLaunch) error) error {
	if _, err := b.config(); err != nil {
		return err
	}
	if err := b.writable(); err != nil {
		return err
	}
	return b.run(os.Stdout, start)
}
