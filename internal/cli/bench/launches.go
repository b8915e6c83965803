package bench

import (
	"fmt"
	"io"
	"os"
	"time"

	"topocoll/bench"
	"topocoll/bench/results"
	"topocoll/internal/cli/exit"
	"topocoll/internal/cli/saved"
	"topocoll/internal/job"
	"topocoll/internal/job/launcher"
	"topocoll/internal/job/ranks"
	"topocoll/tuned"
)

// shareOf returns a launch's part of a run.
func shareOf(l ranks.Launch, cfg bench.Config) bench.Config {
	cfg.Time /= time.Duration(l.Count)
	cfg.Launch = l.Number - 1
	cfg.Seed += uint64(cfg.Launch)
	if l.Left > 0 {
		cfg.Limit = l.Left
	}
	return cfg
}

// launchable checks --launches.
func (b *Command) launchable() error {
	_, launched := launcher.Rank()
	switch {
	case b.Launches < 1 || b.Launches > ranks.MaxLaunches:
		return exit.Usagef("--launches %d, want 1 to %d", b.Launches, ranks.MaxLaunches)
	case b.Launches > 1 && b.PingPong():
		return exit.Usagef("--launches %d with --op pingpong, want 1: a ping-pong leaves nothing to join", b.Launches)
	case b.Launches > 1 && launched && !ranks.HasParent():
		return exit.Usagef("--launches %d under a launcher, want no --launches: start it %d times with --out A, --out B, ..., then topocoll join A/bench.json B/bench.json ... -o DIR",
			b.Launches, b.Launches)
	}
	return nil
}

// run starts the launches one after the other. It joins the results after each one. After a launch that failed, it stops.
func (b *Command) run(out io.Writer, start func(ranks.Launch) error) error {
	signals, release := job.Hold()
	defer release()
	if b.Launches == 1 {
		before := resultFile(b.Out)
		return b.kept(out, before, start(ranks.Launch{Number: 1, Count: 1}))
	}
	var parts []*results.Result
	var whole *results.Result
	var ended, left error // how the ranks ended, and the error of the files
	began := time.Now()
	for at := (ranks.Launch{Number: 1, Count: b.Launches}); at.Number <= at.Count && ended == nil && left == nil; at.Number++ {
		before := resultFile(at.Dir(b.Out))
		ended = start(at)
		part, err := found(at.Dir(b.Out), before, ended)
		switch {
		case part != nil:
			parts = append(parts, part)
			whole, left = b.joined(parts)
		case whole == nil || ranks.EndsAtOnce(err):
			return err
		default:
			ended = err
		}
		if ended == nil && at.Number < at.Count {
			at.Left, ended = b.timeForNext(at, began, signals)
		}
	}
	switch {
	case left == nil:
		left = saved.WriteJoined(out, b.Out, b.Stdout, whole)
	case ended == nil:
		return exit.Error{Code: exit.Partial, Err: fmt.Errorf("partial: %w; each launch has its own folder in %s", left, b.Out)}
	}
	return ending(ended, whole, left, b.Out)
}

// timeForNext returns the part of --limit that is left for the next launch. It fails if the limit is over, or if a signal came
// between two launches.
func (b *Command) timeForNext(at ranks.Launch, began time.Time, signals <-chan os.Signal) (left time.Duration, err error) {
	select {
	case s := <-signals:
		return 0, job.End{Caught: s}
	default:
	}
	if b.Limit == 0 {
		return 0, nil
	}
	if left = b.Limit - time.Since(began); left <= 0 {
		return 0, fmt.Errorf("--limit %v is over after %d of %d launches", b.Limit, at.Number, at.Count)
	}
	return left, nil
}

// joined returns the join of the launches so far, and writes its files.
func (b *Command) joined(parts []*results.Result) (*results.Result, error) {
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

// Keep calls start for every launch, and completes the run.
func (b *Command) Keep(_ tuned.Job, start func(ranks.Launch) error) error {
	if _, err := b.Configuration(); err != nil {
		return err
	}
	if err := b.writable(); err != nil {
		return err
	}
	return b.run(os.Stdout, start)
}
