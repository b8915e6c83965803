//go:build cgo

package tune

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"topocoll/bench"
	"topocoll/bench/contender"
	"topocoll/bench/group"
	clibench "topocoll/internal/cli/bench"
	"topocoll/internal/cli/exit"
	"topocoll/internal/cli/saved"
	"topocoll/internal/job"
	"topocoll/internal/job/launcher"
	"topocoll/internal/job/ranks"
	"topocoll/internal/tune"
	"topocoll/mpi"
	"topocoll/tuned"
)

func (c *CheckCommand) Run(out io.Writer) error { return c.Tune().Run(out) }

func (t *Command) Run(out io.Writer) error {
	began := time.Now()
	if _, launched := launcher.Rank(); t.N == 0 && !launched {
		t.N = (&clibench.Command{}).DefaultRanks()
	}
	b, cfg, err := t.bench()
	if err != nil {
		return err
	}
	start, err := ranks.MustStart(t.N, t.Allows)
	if err != nil {
		return err
	}
	if start {
		if err := b.CheckRoom(t.N); err != nil {
			return err
		}
		return t.Keep(tuned.Job{Ranks: t.N, Hosts: 1, Slots: t.N}, func(at ranks.Launch) error { return ranks.StartLaunch(t.N, at) })
	}
	library := mpi.LibraryVersion()
	if t.check {
		return t.checkLaunch(b, cfg, library, out)
	}
	state, err := tune.Read(t.file(tune.StateName), library, t.Network.String())
	if err != nil {
		return exit.Usage(err)
	}
	state.Sizes = cfg.Sizes
	l := &tuneListener{Listener: b.NewListener(out), tune: t, state: state, order: &tune.Order{Ops: cfg.Ops(), Sizes: cfg.Sizes, Began: began, Limit: t.Limit, Points: state.Points}}
	l.Complete = func(err error) error { return t.end(out, library, err) }
	forget := l.EndOnSignal()
	l.ArmStartTimeout()
	return ranks.WithMPI(func(w *mpi.World) error {
		defer forget()
		return t.measure(w, b, cfg, l, out, library)
	})
}

// Keep calls start once, or for every launch of a check.
func (t *Command) Keep(spread tuned.Job, start func(ranks.Launch) error) error {
	_, cfg, err := t.bench()
	if err != nil {
		return err
	}
	library := mpi.LibraryVersion()
	if t.check {
		k, err := t.checking(library)
		if err != nil {
			return err
		}
		if _, err := k.cells(cfg.Ops(), spread); err != nil {
			return err
		}
		if err := cmp.Or(k.of(spread), saved.Writable(t.Out)); err != nil {
			return err
		}
		return k.run(os.Stdout, start)
	}
	if _, err := tune.Read(t.file(tune.StateName), library, t.Network.String()); err != nil {
		return exit.Usage(err)
	}
	if err := saved.Writable(t.Out); err != nil {
		return err
	}
	_, release := job.Hold()
	defer release()
	return t.end(os.Stdout, library, start(ranks.Launch{Number: 1, Count: 1}))
}

// beyond is the time after the limit at which a run ends in the middle of a cell.
const beyond = 5 * time.Second

func (t *Command) measure(w *mpi.World, b *clibench.Command, cfg bench.Config, l *tuneListener, out io.Writer, library string) error {
	hosts, err := group.Hosts(w)
	if err != nil {
		return err
	}
	if err := cmp.Or(b.CheckRoom(w.Size), b.CheckHosts(hosts)); err != nil {
		return err
	}
	if !ranks.HasParent() {
		if err := ranks.OnRank0(w, func() error { return saved.Writable(t.Out) }); err != nil {
			return err
		}
	}
	l.order.Job = jobOf(hosts)
	cfg = b.WithExtents(cfg, hosts)
	cfg.Limit = 0 // the order observes the limit
	cfg.Race = &bench.Race{Left: l.contenders, Next: func() (bench.TimedCase, bool) {
		next, takes, more := l.order.Next(time.Now())
		return bench.TimedCase{Case: next, Time: takes}, more
	}}
	late := time.AfterFunc(l.order.TimeLeft(time.Now())+beyond, func() {
		l.Writing.Lock()
		if l.Speaks {
			if len(l.order.Points) > 0 {
				fmt.Fprintf(os.Stderr, "topocoll: %v\n", t.over())
			} else {
				fmt.Fprintf(os.Stderr, "topocoll: %v\n", t.nothing())
			}
			job.Leave(exit.Partial, job.Said)
		}
		l.GiveUp(job.End{Code: exit.Partial, Said: true})
	})
	_, err = bench.Run(w, cfg, l)
	late.Stop()
	l.ArmFinishTimeout()
	switch {
	case errors.Is(err, contender.ErrWrong):
		return exit.Error{Code: exit.WrongResult, Err: err}
	case errors.Is(err, bench.ErrMemory) || errors.Is(err, bench.ErrPacked):
		return exit.Usage(err)
	case err != nil:
		return err
	}
	return ranks.OnRank0(w, func() error { return t.finish(l, out, library) })
}

// finish ends a run without failures. Under a foreign launcher it also writes the table.
func (t *Command) finish(l *tuneListener, out io.Writer, library string) error {
	l.Writing.Lock()
	defer l.Writing.Unlock()
	l.Done = true
	if l.Bar == "bar" {
		fmt.Fprint(os.Stderr, "\r\033[K")
	}
	var err error
	switch {
	case l.Err != nil:
		err = exit.Error{Code: exit.Partial, Err: fmt.Errorf("partial: %w", l.Err)}
	case len(l.order.Points) > 0 && l.order.CountMissing() > 0:
		err = exit.Error{Code: exit.Partial, Err: t.over()}
	default:
		job.Leave(exit.OK, job.Running)
	}
	if ranks.HasParent() {
		return err
	}
	return cmp.Or(t.end(out, library, nil), err)
}

func (t *Command) over() error {
	return fmt.Errorf("partial: --limit %v is over; what is known is in %s, and the same command goes on", t.Limit, t.file(tune.TableName))
}

// jobOf returns the numbers of ranks, hosts and slots of ranks on these hosts.
func jobOf(hosts []string) tuned.Job {
	slots := map[string]int{}
	spread := tuned.Job{Ranks: len(hosts)}
	for _, host := range hosts {
		slots[host]++
		spread.Slots = max(spread.Slots, slots[host])
	}
	spread.Hosts = len(slots)
	return spread
}
