//go:build cgo

package tune

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"topocoll/bench"
	"topocoll/bench/group"
	"topocoll/catalog"
	"topocoll/internal/cli/measure"
	"topocoll/internal/cli/option"
	"topocoll/internal/cli/saved"
	"topocoll/internal/exit"
	jobs "topocoll/internal/job"
	"topocoll/internal/job/ranks"
	"topocoll/internal/launch"
	"topocoll/internal/tune"
	"topocoll/mpi"
	"topocoll/tuned"
)

// Run tunes, or starts the ranks that tune.
func (t *Command) Run(out io.Writer, given option.Given) error {
	began := time.Now()
	if t.From != "" {
		if err := given.Refuse("cannot be used with --from, which sets the sizes", "size"); err != nil {
			return err
		}
	}
	if err := measure.RefuseTuned(mpi.LibraryVersion()); err != nil {
		return err
	}
	job, err := t.job()
	if err != nil {
		return err
	}
	if _, launched := launch.Rank(); t.N == 0 && !launched && t.profile != nil {
		t.N = t.profile.Ranks
	}
	start, err := t.mustStart(job)
	if err != nil {
		return err
	}
	if start {
		if measure.Style(t.Progress, t.Quiet) == "bar" {
			fmt.Fprintf(os.Stderr, "tuning: starting %d ranks\n", t.N)
		}
		return t.startRanks(t.RunLaunches)
	}
	library := mpi.LibraryVersion()
	state, err := tune.Read(t.path(tune.StateName), library, t.Network.String())
	if err != nil {
		return exit.Usage(err)
	}
	state.AddSizes(job.Config.Sizes)
	l := &listener{tune: t, state: state,
		Session: measure.NewSession(t.Out, measure.Style(t.Progress, t.Quiet),
			func(ended error) error { return t.writeTable(out, library, ended) }),
		queues: &tune.Queues{Began: began, Limit: t.Limit, Points: state.Points}}
	return l.Run(func(w *mpi.World) error { return t.measure(w, job, l) })
}

// Run checks the tuning files, or starts the ranks that check them.
func (c *CheckCommand) Run(out io.Writer) error {
	job, err := c.job()
	if err != nil {
		return err
	}
	start, err := c.mustStart(job)
	if err != nil {
		return err
	}
	if start {
		return c.startRanks(c.RunLaunches)
	}
	return c.measureCheck(job, mpi.LibraryVersion(), out)
}

// mustStart sets the default of -n. It reports whether this process must start the ranks.
func (f *tuneFlags) mustStart(job measure.Job) (start bool, err error) {
	if _, launched := launch.Rank(); f.N == 0 && !launched {
		f.N = measure.DefaultRanks()
	}
	if start, err = ranks.MustStart(f.N, f.Allows); start && err == nil {
		err = job.CheckRoom(f.N)
	}
	return start, err
}

// startRanks calls `run` with a function that starts the ranks of one launch.
func (f *tuneFlags) startRanks(run func(tuned.Job, func(ranks.Launch) error) error) error {
	return run(tuned.Job{Ranks: f.N, Hosts: 1, Slots: f.N},
		func(at ranks.Launch) error { return ranks.StartLaunch(f.N, at) })
}

// RunLaunches calls the function `start` once, and then writes the table.
func (t *Command) RunLaunches(_ tuned.Job, start func(ranks.Launch) error) error {
	if _, err := t.job(); err != nil {
		return err
	}
	library := mpi.LibraryVersion()
	if _, err := tune.Read(t.path(tune.StateName), library, t.Network.String()); err != nil {
		return exit.Usage(err)
	}
	if err := saved.Writable(t.Out); err != nil {
		return err
	}
	_, release := jobs.Hold()
	defer release()
	return t.writeTable(os.Stdout, library, start(ranks.Launch{Number: 1, Count: 1}))
}

// RunLaunches calls the function `start` for every launch of the check.
func (c *CheckCommand) RunLaunches(spread tuned.Job, start func(ranks.Launch) error) error {
	job, err := c.job()
	if err != nil {
		return err
	}
	k, err := c.newCheckRun(mpi.LibraryVersion())
	if err != nil {
		return err
	}
	if _, err := k.timedCases(job.Config.Ops(), spread); err != nil {
		return err
	}
	if err := cmp.Or(k.setJob(spread), saved.Writable(c.Out)); err != nil {
		return err
	}
	return k.startLaunches(os.Stdout, start)
}

// graceTime is the time by which a run may exceed its limit to finish the current case.
const graceTime = 5 * time.Second

// measure measures the cases of the queues, one queue after the other, each on its own ranks.
func (t *Command) measure(w *mpi.World, job measure.Job, l *listener) error {
	intime, stop := context.WithCancel(context.Background())
	defer stop()
	if err := measure.RefuseTunedLibrary(w, "the library"); err != nil {
		return err
	}
	go t.enforceLimit(intime, l)
	if err := ranks.OnRank0(w, func() error { return saved.Writable(t.Out) }); err != nil {
		return err
	}
	hosts, err := group.Hosts(w)
	if err != nil {
		return err
	}
	parts, err := t.addQueues(hosts, job.Config, l)
	if err != nil {
		return err
	}
	for _, part := range parts {
		l.queues.Begin(time.Now())
		_, err := job.RunOn(w, part, l.Session, l, func(_ []string, cfg *bench.Config) error {
			t.configure(cfg, l)
			return nil
		})
		if err != nil {
			return err
		}
	}
	stop()
	return ranks.OnRank0(w, func() error { return t.finish(l) })
}

// addQueues adds the queues of all measurements, and returns the ranks of each queue. For the grid of sizes,
// there is one queue, for all ranks. For the calls of a profile, there is one queue for each tuned.Job, that
// is, for all communicators with the same numbers of ranks, hosts and slots.
func (t *Command) addQueues(hosts []string, cfg bench.Config, l *listener) (parts [][]int, err error) {
	all := tuned.JobOn(hosts)
	if t.profile == nil {
		l.queues.Append(&tune.Queue{Job: all, Given: tune.Grid(cfg.Ops(), all.Ranks, cfg.Sizes)})
		return [][]int{tune.Ranks(hosts, all)}, nil
	}
	for _, queue := range tune.QueuesFor(t.targets(cfg.Ops())) {
		part := tune.Ranks(hosts, queue.Job)
		if part == nil {
			j := queue.Job
			l.Skip(fmt.Sprintf("the calls on %d ranks (hosts %d, slots %d): no subset of the %d ranks has this "+
				"placement",
				j.Ranks, j.Hosts, j.Slots, len(hosts)))
			continue
		}
		l.queues.Append(queue)
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return nil, exit.Usagef("--from %s: none of the program's communicators fits on %d ranks (hosts %d, "+
			"slots %d); use as many ranks as the program had", t.From, all.Ranks, all.Hosts, all.Slots)
	}
	return parts, nil
}

func (t *Command) configure(cfg *bench.Config, l *listener) {
	queue := l.queues.Current()
	cfg.Limit = 0 // queue.Next applies the limit
	cfg.Root = queue.Root
	if t.profile != nil {
		cfg.Sizes = queue.Sizes()
		cfg.Rows = slices.DeleteFunc(slices.Clone(cfg.Rows),
			func(row catalog.Info) bool { return !slices.Contains(queue.Ops(), row.Op) })
	}
	cfg.Race = &bench.Race{Left: l.showContenders, Next: func() (bench.TimedCase, bool) {
		next, limit, more := queue.Next(time.Now())
		return bench.TimedCase{Case: next, Time: limit}, more
	}}
}

// enforceLimit ends a run that exceeds its time limit, but not before one case has enough samples.
func (t *Command) enforceLimit(intime context.Context, l *listener) {
	for wait := l.queues.TimeLeft(time.Now()) + graceTime; ; wait = graceTime {
		select {
		case <-intime.Done():
			return
		case <-time.After(wait):
		}
		if l.hasPoints() {
			t.endAtLimit(l)
		}
	}
}

func (t *Command) endAtLimit(l *listener) {
	l.Writing.Lock()
	if l.Printing {
		fmt.Fprintf(os.Stderr, "topocoll: %v\n", t.limitError())
		jobs.Leave(exit.Partial, jobs.Said)
	}
	l.GiveUp(jobs.End{Code: exit.Partial, Said: true})
}

// finish ends a run on rank 0 if no rank has failed.
func (t *Command) finish(l *listener) error {
	l.Writing.Lock()
	defer l.Writing.Unlock()
	l.Done = true
	if l.Style == "bar" {
		fmt.Fprint(os.Stderr, "\r\033[K")
	}
	switch {
	case l.Err != nil:
		return exit.Error{Code: exit.Partial, Err: fmt.Errorf("partial: %w", l.Err)}
	case len(l.queues.Points) > 0 && l.queues.CountMissing() > 0:
		return exit.Error{Code: exit.Partial, Err: t.limitError()}
	}
	jobs.Leave(exit.OK, jobs.Running)
	return nil
}

func (t *Command) limitError() error {
	return fmt.Errorf("partial: the time limit (--limit %v) was reached; the results so far are in %s; run "+
		"the same command again to continue",
		t.Limit, t.path(tune.TableName))
}
