//go:build cgo

package tune

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"topocoll/bench"
	"topocoll/bench/contender"
	"topocoll/bench/group"
	"topocoll/bench/results"
	"topocoll/catalog"
	clibench "topocoll/internal/cli/bench"
	"topocoll/internal/cli/exit"
	"topocoll/internal/cli/saved"
	"topocoll/internal/job"
	"topocoll/internal/job/ranks"
	"topocoll/internal/tune/rulecheck"
	"topocoll/mpi"
)

// checkLaunch measures one launch of a check on a rank.
func (t *Command) checkLaunch(b *clibench.Command, cfg bench.Config, library string, out io.Writer) error {
	k, err := t.checking(library)
	if err != nil {
		return err
	}
	l := &checkListener{Listener: b.NewListener(out), launch: rulecheck.Launch{Begun: time.Now().UTC().Truncate(time.Second), With: k.state.NextWithRules()}}
	l.Complete = func(err error) error { return err } // an incomplete launch is not kept
	if err := obey(k.state.Settings, l.launch.With); err != nil {
		return err
	}
	forget := l.EndOnSignal()
	l.ArmStartTimeout()
	return ranks.WithMPI(func(w *mpi.World) error {
		defer forget()
		return k.measure(w, b, cfg, l, out)
	})
}

// measure measures one launch.
func (k *checking) measure(w *mpi.World, b *clibench.Command, cfg bench.Config, l *checkListener, out io.Writer) error {
	hosts, err := group.Hosts(w)
	if err != nil {
		return err
	}
	if err := cmp.Or(b.CheckRoom(w.Size), b.CheckHosts(hosts), k.alike(w, l.launch.With), inForce(w, k.state.Settings, l.launch.With)); err != nil {
		return err
	}
	if !ranks.HasParent() {
		if err := ranks.OnRank0(w, func() error { return saved.Writable(k.Out) }); err != nil {
			return err
		}
	}
	spread := jobOf(hosts)
	if err := k.of(spread); err != nil {
		return err
	}
	if cfg.Cells, err = k.cells(cfg.Ops(), spread); err != nil {
		return err
	}
	for _, op := range cfg.Ops() {
		if row, found := rulecheck.Reference(op, w.Size); found {
			cfg.Rows = append(cfg.Rows, row)
		}
	}
	k.budget(&cfg, w.Size)
	r, err := bench.Run(w, cfg, l)
	l.ArmFinishTimeout()
	switch {
	case errors.Is(err, contender.ErrWrong):
		return exit.Error{Code: exit.WrongResult, Err: err}
	case errors.Is(err, bench.ErrMemory):
		return exit.Usage(err)
	case err != nil:
		return err
	case r.Status != "complete":
		return exit.Error{Code: exit.Partial, Err: fmt.Errorf("partial: the launch was cut short")}
	}
	return ranks.OnRank0(w, func() error { return k.finish(l, out) })
}

// samples is the minimum number of samples of a cell, unless its time ends before.
const samples = 64

// budget divides the time of the launch among the cells. The reference algorithm sends whole messages in every launch, because bench
// would choose segments anew in each one.
func (k *checking) budget(cfg *bench.Config, p int) {
	left := ranks.ThisLaunch().Left
	if left == 0 { // under a foreign launcher
		left = k.Limit / time.Duration(2*k.pairs)
	}
	const forCells = 0.6
	each := time.Duration(forCells*float64(left)) / time.Duration(len(cfg.Cells))
	cfg.Sizes = nil
	for i := range cfg.Cells {
		cfg.Cells[i].Time = min(max(each, time.Millisecond), time.Second)
		cfg.Sizes = append(cfg.Sizes, cfg.Cells[i].Bytes)
	}
	slices.Sort(cfg.Sizes)
	cfg.Sizes = slices.Compact(cfg.Sizes)
	cfg.Limit, cfg.Least, cfg.Segment = 0, samples, max(1, p*slices.Max(cfg.Sizes))
}

// finish stores the launch. Under a foreign launcher it also prints the result so far.
func (k *checking) finish(l *checkListener, out io.Writer) error {
	l.Writing.Lock()
	defer l.Writing.Unlock()
	l.Done = true
	k.state.AddLaunch(l.launch, k.selected)
	if err := k.save(); err != nil {
		return err
	}
	job.Leave(exit.OK, job.Running)
	if ranks.HasParent() {
		return nil
	}
	done, all := len(k.state.Launches), 2*k.pairs
	if done < all {
		fmt.Fprintf(out, "launch %d of %d, %s: kept in %s; start the same command again for the next\n", done, all, k.with(l.launch.With), k.file(rulecheck.FileName))
		return nil
	}
	return k.ended(out, nil)
}

// A checkListener collects the times of a launch.
type checkListener struct {
	*clibench.Listener
	launch rulecheck.Launch
}

// Begin stores the times of a message and of a cgo call, which no tuning file changes.
func (l *checkListener) Begin(r *results.Result, _ int) {
	l.launch.CgoFloor = r.Env.CgoFloor
	for _, m := range r.Messages {
		if m.Pattern == "pingpong" && m.Bytes == 8 {
			l.launch.PingPong = m.Median
		}
	}
}

func (l *checkListener) Progress(int, string) {}

func (l *checkListener) Cells(cells []results.Cell) {
	if len(cells) < 2 {
		return
	}
	c, beside := cells[0], cells[1]
	l.launch.Times = append(l.launch.Times,
		rulecheck.Time{Op: catalog.Collective(c.Op), Bytes: c.Bytes, N: c.N, Median: max(1, c.Median), Beside: beside.Algo, Ours: beside.Median, Ratio: 1 / beside.Ratio})
}
