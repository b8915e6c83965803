//go:build cgo

package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"topocoll/bench"
	"topocoll/internal/jobs"
	"topocoll/internal/launcher"
	"topocoll/internal/tune"
	"topocoll/mpi"
	"topocoll/tuned"
)

func (c *tuneCheckCommand) Run(out io.Writer) error { return c.tune().Run(out) }

func (t *tuneCommand) Run(out io.Writer) error {
	began := time.Now()
	if _, launched := launcher.Rank(); t.N == 0 && !launched {
		t.N = (&benchCommand{}).processes()
	}
	b, cfg, err := t.bench()
	if err != nil {
		return err
	}
	start, err := needsLaunch(t.N, t.ranksPerCoreFlag)
	if err != nil {
		return err
	}
	if start {
		if err := b.room(t.N); err != nil {
			return err
		}
		return t.keep(tuned.Job{Ranks: t.N, Hosts: 1, Slots: t.N}, func(at nthLaunch) error { return launch(t.N, at.variable()) })
	}
	library := mpi.LibraryVersion()
	if t.check {
		return t.checkLaunch(b, cfg, library, out)
	}
	state, err := tune.Read(t.file(tune.StateName), library, t.Network.String())
	if err != nil {
		return usage(err)
	}
	state.Sizes = cfg.Sizes
	l := &tuneListener{listener: b.listens(out), tune: t, state: state, order: &tune.Order{Ops: cfg.Ops(), Sizes: cfg.Sizes, Began: began, Limit: t.Limit, Points: state.Points}}
	l.kept = func(err error) error { return t.end(out, library, err) }
	forget := l.endOnSignal()
	l.gathers()
	return withMPI(func(w *mpi.World) error {
		defer forget()
		return t.measure(w, b, cfg, l, out, library)
	})
}

// keep starts the ranks of a job: once, or for every launch of a check.
func (t *tuneCommand) keep(spread tuned.Job, start func(nthLaunch) error) error {
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
		if err := cmp.Or(k.of(spread), writable(t.Out)); err != nil {
			return err
		}
		return k.run(os.Stdout, start)
	}
	if _, err := tune.Read(t.file(tune.StateName), library, t.Network.String()); err != nil {
		return usage(err)
	}
	if err := writable(t.Out); err != nil {
		return err
	}
	_, release := jobs.Hold()
	defer release()
	return t.end(os.Stdout, library, start(nthLaunch{number: 1, of: 1}))
}

// beyond is how long after its limit a run is ended in the middle of a cell.
const beyond = 5 * time.Second

func (t *tuneCommand) measure(w *mpi.World, b *benchCommand, cfg bench.Config, l *tuneListener, out io.Writer, library string) error {
	hosts, err := bench.Hosts(w)
	if err != nil {
		return err
	}
	if err := cmp.Or(b.room(w.Size), b.holds(hosts)); err != nil {
		return err
	}
	if !keptByUs() {
		if err := agreed(w, func() error { return writable(t.Out) }); err != nil {
			return err
		}
	}
	l.order.Job = jobOf(hosts)
	cfg = b.withExtents(cfg, hosts)
	cfg.Limit = 0 // the order has it
	cfg.Race = &bench.Race{Left: l.contenders, Next: func() (bench.TimedCase, bool) {
		next, takes, more := l.order.Next(time.Now())
		return bench.TimedCase{Case: next, Time: takes}, more
	}}
	late := time.AfterFunc(l.order.TimeLeft(time.Now())+beyond, func() {
		l.writing.Lock()
		if l.speaks {
			if len(l.order.Points) > 0 {
				fmt.Fprintf(os.Stderr, "topocoll: %v\n", t.over())
			} else {
				fmt.Fprintf(os.Stderr, "topocoll: %v\n", t.nothing())
			}
			jobs.Leave(exitPartial, jobs.Said)
		}
		l.giveUp(jobs.End{Code: exitPartial, Said: true})
	})
	_, err = bench.Run(w, cfg, l)
	late.Stop()
	l.parts()
	switch {
	case errors.Is(err, bench.ErrWrong):
		return failure{code: exitWrong, err: err}
	case errors.Is(err, bench.ErrMemory) || errors.Is(err, bench.ErrPacked):
		return usage(err)
	case err != nil:
		return err
	}
	return agreed(w, func() error { return t.finish(l, out, library) })
}

// finish ends a run in which nothing failed. Under another launcher it also writes the table; our own launcher does that itself.
func (t *tuneCommand) finish(l *tuneListener, out io.Writer, library string) error {
	l.writing.Lock()
	defer l.writing.Unlock()
	l.done = true
	if l.bar == "bar" {
		fmt.Fprint(os.Stderr, "\r\033[K")
	}
	var err error
	switch {
	case l.err != nil:
		err = failure{code: exitPartial, err: fmt.Errorf("partial: %w", l.err)}
	case len(l.order.Points) > 0 && l.order.CountMissing() > 0:
		err = failure{code: exitPartial, err: t.over()}
	default:
		jobs.Leave(exitOK, jobs.Running)
	}
	if keptByUs() {
		return err
	}
	return cmp.Or(t.end(out, library, nil), err)
}

func (t *tuneCommand) over() error {
	return fmt.Errorf("partial: --limit %v is over; what is known is in %s, and the same command goes on", t.Limit, t.file(tune.TableName))
}

// jobOf is what ranks on these hosts are spread over.
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
