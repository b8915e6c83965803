//go:build cgo

package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"topocoll/bench"
	"topocoll/bench/results"
	"topocoll/internal/host"
	"topocoll/internal/launcher"
	"topocoll/mpi"
	"topocoll/topo"
)

func (b *benchCommand) Run(out io.Writer, given flags) error {
	cfg, err := b.config()
	if err != nil {
		return err
	}
	if err := b.idle(cfg, given); err != nil {
		return err
	}
	_, launched := launcher.Rank()
	byDefault := b.N == 0 && !launched
	if byDefault {
		b.N = b.processes()
	}
	start, err := needsLaunch(b.N, b.ranksPerCoreFlag)
	if err != nil {
		return err
	}
	if start {
		return b.launch(cfg, byDefault, out)
	}
	l := b.listens(out)
	forget := l.endOnSignal()
	l.gathers()
	return withMPI(func(w *mpi.World) error {
		defer forget()
		if b.DryRun || b.pingPong() {
			l.Watched() // nothing is
		}
		if b.DryRun {
			return b.dryRun(cfg, w.Size, out)
		}
		if b.pingPong() {
			return bench.PingPong(w, cfg, out)
		}
		return b.measure(w, cfg, l)
	})
}

// processes is the default number of processes: one per core, so that the times are credible, at least 2, and at most 4,
// so that the run is short. A ping-pong has 2; with --np it is the largest process count of --np.
func (b *benchCommand) processes() int {
	switch {
	case b.pingPong():
		return 2
	case len(b.NP) > 0:
		return slices.Max(b.NP)
	}
	return min(4, max(2, host.Cores()))
}

// launch checks everything that can be checked before the ranks are started, and starts them.
func (b *benchCommand) launch(cfg bench.Config, byDefault bool, out io.Writer) error {
	if err := b.dryRun(cfg, b.N, io.Discard); err != nil {
		return err
	}
	if b.DryRun {
		return b.dryRun(cfg, b.N, out)
	}
	if byDefault && !b.Quiet {
		fmt.Fprintf(os.Stderr, "%d ranks (cores: %d; -n P starts P ranks)\n", b.N, host.Cores())
	}
	if b.pingPong() {
		return launch(b.N)
	}
	if err := b.writable(); err != nil {
		return err
	}
	return b.run(os.Stdout, func(at nthLaunch) error { return launch(b.N, at.variable()) })
}

// dryRun prints what would be measured on n processes, or returns why it cannot be measured.
func (b *benchCommand) dryRun(cfg bench.Config, n int, out io.Writer) error {
	scales, err := b.scales(n)
	if err != nil {
		return err
	}
	if err := fitOn(cfg, scales); err != nil {
		return err
	}
	here := cfg
	for _, p := range scales {
		if err := cmp.Or(fills(cfg.Mesh, p), b.room(p)); err != nil {
			return err
		}
		unnamed := make([]string, p)
		here = b.withExtents(cfg, unnamed)
		if _, err := b.labelsOn(unnamed, here); err != nil {
			return err
		}
	}
	bench.WriteDryRun(out, here, scales)
	return nil
}

func (b *benchCommand) measure(w *mpi.World, cfg bench.Config, l *listener) error {
	scales, err := b.scales(w.Size)
	if err != nil {
		return err
	}
	if err := fitOn(cfg, scales); err != nil {
		return err
	}
	if !keptByUs() {
		if err := agreed(w, b.writable); err != nil {
			return err
		}
	}
	cfg = shareOf(l.at, cfg)
	whole, began := &results.Result{}, time.Now()
	for _, p := range scales {
		if err := cmp.Or(fills(cfg.Mesh, p), b.room(p)); err != nil {
			return err
		}
		part, err := w.Sub(p)
		if err != nil {
			return err
		}
		if part == nil {
			l.Watched() // the others are
		} else {
			hosts, err := bench.Hosts(part)
			if err != nil {
				return err
			}
			if err := b.holds(hosts); err != nil {
				return err
			}
			here := b.withExtents(cfg, hosts)
			if cfg.Limit > 0 {
				here.Limit = max(1, cfg.Limit-time.Since(began)) // of all process counts together
			}
			if here.Placement, err = b.labelsOn(hosts, here); err != nil {
				return err
			}
			r, err := bench.Run(part, here, l)
			l.parts() // until the next Run, or the end of the process
			if errors.Is(err, bench.ErrWrong) {
				return failure{code: exitWrong, err: err}
			}
			if errors.Is(err, bench.ErrNative) || errors.Is(err, bench.ErrMemory) || errors.Is(err, bench.ErrPacked) {
				return usage(err)
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
	if err := agreed(w, func() error {
		if len(whole.Cells) == 0 && whole.Status == "complete" {
			return usagef("nothing was measured: everything was left out, as the lines above say; want smaller --size, or a larger --mem-limit")
		}
		return l.finish(whole)
	}); err != nil {
		return err
	}
	if whole.Status == "partial" {
		return failure{code: exitPartial, err: fmt.Errorf("partial: --limit %v is over; the cells finished are in %s", b.Limit, b.Out)}
	}
	return nil
}

// labelsOn returns the placement of --map for ranks on these hosts: labels[i] is the rank of label i.
func (b *benchCommand) labelsOn(hosts []string, cfg bench.Config) ([]int, error) {
	if b.Map == "hosts" {
		return results.OrderByHost(hosts), nil
	}
	g := cfg.Mesh
	if g == nil {
		g = topo.NearSquare(len(hosts), 2)
	}
	return placement(b.Map, len(hosts), topo.NewTorus(g))
}
