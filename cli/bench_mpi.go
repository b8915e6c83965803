//go:build cgo

package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"topocoll/bench"
	"topocoll/bench/results"
	"topocoll/launcher"
	"topocoll/mpi"
	"topocoll/topo"
)

func (b *benchCommand) Run(out io.Writer) error {
	cfg, err := b.config()
	if err != nil {
		return err
	}
	_, launched := launcher.Rank()
	byDefault := b.N == 0 && !launched
	if byDefault {
		b.N = b.processes()
	}
	start, err := needsLaunch(b.N)
	if err != nil {
		return err
	}
	if start {
		return b.launch(cfg, byDefault, out)
	}
	forget := endOnSignal(b.Out)
	return withMPI(func(w *mpi.World) error {
		defer forget()
		if b.DryRun {
			return b.plan(cfg, w.Size, out)
		}
		if b.pingPong() {
			return bench.PingPong(w, cfg, out)
		}
		return b.measure(w, cfg, out)
	})
}

// processes is how many are started when nobody says: one for every core, so that they can be believed, at
// least 2, and at most 4, so that the run is short; what --np asks for goes before that. A ping-pong has 2.
func (b *benchCommand) processes() int {
	switch {
	case b.pingPong():
		return 2
	case len(b.NP) > 0:
		return slices.Max(b.NP)
	}
	return min(4, max(2, bench.Cores()))
}

// launch checks all that can be checked before there are ranks, and starts them.
func (b *benchCommand) launch(cfg bench.Config, byDefault bool, out io.Writer) error {
	if err := b.plan(cfg, b.N, io.Discard); err != nil {
		return err
	}
	if b.DryRun {
		return b.plan(cfg, b.N, out)
	}
	if byDefault && !b.Quiet {
		fmt.Fprintf(os.Stderr, "%d ranks (cores: %d; -n P takes P ranks)\n", b.N, bench.Cores())
	}
	began := time.Now()
	return b.kept(os.Stdout, began, launch(b.N))
}

// plan says what would be measured on n processes, or what is wrong with that.
func (b *benchCommand) plan(cfg bench.Config, n int, out io.Writer) error {
	scales, err := b.scales(n)
	if err != nil {
		return err
	}
	here := cfg
	for _, p := range scales {
		if err := fills(cfg.Mesh, p); err != nil {
			return err
		}
		here = b.withExtents(cfg, make([]string, p))
		if _, err := b.labels(here, p); err != nil {
			return err
		}
	}
	bench.WritePlan(out, here, scales)
	return nil
}

// endOnSignal makes Ctrl-C and the time limit of a batch system end this rank, until forget is called; the files
// are whole.
func endOnSignal(dir string) (forget func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		s := <-signals
		if !startedByUs() {
			fmt.Fprintf(byRank0(os.Stderr), "topocoll: partial: %v; the cells finished are in %s\n", s, dir)
		}
		os.Exit(exitPartial)
	}()
	return func() { signal.Stop(signals) }
}

func (b *benchCommand) measure(w *mpi.World, cfg bench.Config, out io.Writer) error {
	scales, err := b.scales(w.Size)
	if err != nil {
		return err
	}
	l := &listener{out: out, format: b.Stdout, dir: b.Out, speaks: w.Rank == 0, bar: b.style()}
	whole := &results.Result{}
	for _, p := range scales {
		if err := fills(cfg.Mesh, p); err != nil {
			return err
		}
		part, err := w.Sub(p)
		if err != nil {
			return err
		}
		if part != nil {
			hosts, err := bench.Hosts(part)
			if err != nil {
				return err
			}
			here := b.withExtents(cfg, hosts)
			if here.Placement, err = b.labelsOn(hosts, here); err != nil {
				return err
			}
			r, err := bench.Run(part, here, l)
			if errors.Is(err, bench.ErrWrong) {
				return failure{code: exitWrong, error: err}
			}
			if errors.Is(err, bench.ErrNative) {
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
	if err := l.finish(whole, cfg.Oversubscribed); err != nil {
		return err
	}
	if whole.Status == "partial" {
		return failure{code: exitPartial, error: fmt.Errorf("partial: --limit %v is over; the cells finished are in %s", cfg.Limit, b.Out)}
	}
	return nil
}

// labelsOn is the map of --map on ranks of these hosts.
func (b *benchCommand) labelsOn(hosts []string, cfg bench.Config) ([]int, error) {
	if b.Map == "hosts" {
		return results.OrderByHost(hosts), nil
	}
	return b.labels(cfg, len(hosts))
}

// labels is the map of --map as far as it does not depend on the hosts: labels[i] is the rank of label i.
func (b *benchCommand) labels(cfg bench.Config, p int) ([]int, error) {
	if b.Map == "hosts" {
		return nil, nil
	}
	g := cfg.Mesh
	if g == nil {
		g = topo.NearSquare(p, 2)
	}
	return placement(b.Map, p, topo.NewTorus(g))
}
