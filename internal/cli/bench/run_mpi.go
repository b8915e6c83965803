//go:build cgo

package bench

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"topocoll/bench"
	"topocoll/bench/contender"
	"topocoll/bench/group"
	"topocoll/bench/results"
	"topocoll/internal/cli/exit"
	"topocoll/internal/cli/option"
	"topocoll/internal/host"
	"topocoll/internal/job/launcher"
	"topocoll/internal/job/ranks"
	"topocoll/mpi"
	"topocoll/topo"
)

func (b *Command) Run(out io.Writer, given option.Given) error {
	cfg, err := b.Configuration()
	if err != nil {
		return err
	}
	if err := b.Idle(cfg, given); err != nil {
		return err
	}
	_, launched := launcher.Rank()
	byDefault := b.N == 0 && !launched
	if byDefault {
		b.N = b.DefaultRanks()
	}
	start, err := ranks.MustStart(b.N, b.Allows)
	if err != nil {
		return err
	}
	if start {
		return b.launch(cfg, byDefault, out)
	}
	l := b.NewListener(out)
	forget := l.EndOnSignal()
	l.ArmStartTimeout()
	return ranks.WithMPI(func(w *mpi.World) error {
		defer forget()
		if b.DryRun || b.PingPong() {
			l.Watched() // nothing is
		}
		if b.DryRun {
			return b.dryRun(cfg, w.Size, out)
		}
		if b.PingPong() {
			return bench.PingPong(w, cfg, out)
		}
		return b.measure(w, cfg, l)
	})
}

// DefaultRanks is the default of -n: one per core, at least 2 and at most 4. A ping-pong has 2 ranks. With --np, it is the largest
// number of --np.
func (b *Command) DefaultRanks() int {
	switch {
	case b.PingPong():
		return 2
	case len(b.NP) > 0:
		return slices.Max(b.NP)
	}
	return min(4, max(2, host.Cores()))
}

// launch checks the flags and starts the ranks.
func (b *Command) launch(cfg bench.Config, byDefault bool, out io.Writer) error {
	if err := b.dryRun(cfg, b.N, io.Discard); err != nil {
		return err
	}
	if b.DryRun {
		return b.dryRun(cfg, b.N, out)
	}
	if byDefault && !b.Quiet {
		fmt.Fprintf(os.Stderr, "%d ranks (cores: %d; -n P starts P ranks)\n", b.N, host.Cores())
	}
	if b.PingPong() {
		return ranks.Start(b.N)
	}
	if err := b.writable(); err != nil {
		return err
	}
	return b.run(os.Stdout, func(at ranks.Launch) error { return ranks.StartLaunch(b.N, at) })
}

// dryRun prints what would be measured on n ranks, or returns why it cannot be measured.
func (b *Command) dryRun(cfg bench.Config, n int, out io.Writer) error {
	scales, err := b.scales(n)
	if err != nil {
		return err
	}
	if err := checkRanks(cfg, scales); err != nil {
		return err
	}
	here := cfg
	for _, p := range scales {
		if err := cmp.Or(option.CheckDims(cfg.Mesh, p), b.CheckRoom(p)); err != nil {
			return err
		}
		unnamed := make([]string, p)
		here = b.WithExtents(cfg, unnamed)
		if _, err := b.labelsOn(unnamed, here); err != nil {
			return err
		}
	}
	bench.WriteDryRun(out, here, scales)
	return nil
}

func (b *Command) measure(w *mpi.World, cfg bench.Config, l *Listener) error {
	scales, err := b.scales(w.Size)
	if err != nil {
		return err
	}
	if err := checkRanks(cfg, scales); err != nil {
		return err
	}
	if !ranks.HasParent() {
		if err := ranks.OnRank0(w, b.writable); err != nil {
			return err
		}
	}
	cfg = shareOf(l.at, cfg)
	whole, began := &results.Result{}, time.Now()
	for _, p := range scales {
		if err := cmp.Or(option.CheckDims(cfg.Mesh, p), b.CheckRoom(p)); err != nil {
			return err
		}
		part, err := w.Sub(p)
		if err != nil {
			return err
		}
		if part == nil {
			l.Watched() // the others are
		} else {
			hosts, err := group.Hosts(part)
			if err != nil {
				return err
			}
			if err := b.CheckHosts(hosts); err != nil {
				return err
			}
			here := b.WithExtents(cfg, hosts)
			if cfg.Limit > 0 {
				here.Limit = max(1, cfg.Limit-time.Since(began)) // of all process counts together
			}
			if here.Placement, err = b.labelsOn(hosts, here); err != nil {
				return err
			}
			r, err := bench.Run(part, here, l)
			l.ArmFinishTimeout() // until the next Run, or the end of the process
			if errors.Is(err, contender.ErrWrong) {
				return exit.Error{Code: exit.WrongResult, Err: err}
			}
			if errors.Is(err, contender.ErrNative) || errors.Is(err, bench.ErrMemory) || errors.Is(err, bench.ErrPacked) {
				return exit.Usage(err)
			}
			if err != nil {
				return err
			}
			whole.Merge(r)
			if err := part.Free(); err != nil {
				return err
			}
		}
		if err := mpi.Barrier(mpi.NewPort[uint8](w)); err != nil {
			return err
		}
	}
	if err := ranks.OnRank0(w, func() error {
		if len(whole.Cells) == 0 && whole.Status == "complete" {
			return exit.Usagef("nothing was measured: everything was left out, as the lines above say; want smaller --size, or a larger --mem-limit")
		}
		return l.finish(whole)
	}); err != nil {
		return err
	}
	if whole.Status == "partial" {
		return exit.Error{Code: exit.Partial, Err: fmt.Errorf("partial: --limit %v is over; the cells finished are in %s", b.Limit, b.Out)}
	}
	return nil
}

// labelsOn returns the placement of --map for ranks on these hosts: labels[i] is the rank of label i.
func (b *Command) labelsOn(hosts []string, cfg bench.Config) ([]int, error) {
	if b.Map == "hosts" {
		return results.OrderByHost(hosts), nil
	}
	g := cfg.Mesh
	if g == nil {
		g = topo.NearSquare(len(hosts), 2)
	}
	return option.Placement(b.Map, len(hosts), topo.NewTorus(g))
}
