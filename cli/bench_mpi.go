//go:build cgo

package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"topocoll/bench"
	"topocoll/bench/results"
	"topocoll/mpi"
	"topocoll/topo"
)

func (b *benchCommand) Run(out io.Writer) error {
	pingPong, err := b.pingPong()
	if err != nil {
		return err
	}
	if pingPong {
		b.Op = nil
	}
	cfg, err := b.config()
	if err != nil {
		return err
	}
	start, err := needsLaunch(b.N)
	if err != nil {
		return err
	}
	if start {
		return b.launch(cfg)
	}
	endOnSignal(b.Out)
	return withMPI(func(w *mpi.World) error {
		if pingPong {
			return bench.PingPong(w, cfg, out)
		}
		return b.measure(w, cfg, out)
	})
}

// launch checks all that can be checked before there are ranks, and starts them.
func (b *benchCommand) launch(cfg bench.Config) error {
	scales, err := b.scales(b.N)
	if err != nil {
		return err
	}
	if err := fills(cfg.Mesh, scales[len(scales)-1]); err != nil {
		return err
	}
	cfg = b.withExtents(cfg, make([]string, scales[len(scales)-1]))
	if _, err := b.labels(cfg, scales[len(scales)-1]); err != nil {
		return err
	}
	if b.DryRun {
		bench.WritePlan(os.Stdout, cfg, scales)
		return nil
	}
	if stderrIsTerminal() && b.Progress == "auto" {
		os.Setenv(barVariable, "1")
	}
	os.Setenv(keptVariable, "1")
	began := time.Now()
	return b.kept(os.Stdout, began, launch(b.N, withoutN(os.Args[1:])))
}

// endOnSignal makes Ctrl-C and the time limit of a batch system end this rank; the files are whole.
func endOnSignal(dir string) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		s := <-signals
		if os.Getenv(keptVariable) == "" {
			fmt.Fprintf(byRank0(os.Stderr), "topocoll: partial: %v; the cells finished are in %s\n", s, dir)
		}
		os.Exit(exitPartial)
	}()
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
