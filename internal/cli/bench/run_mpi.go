//go:build cgo

package bench

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"time"

	"topocoll/bench"
	"topocoll/bench/results"
	"topocoll/internal/cli/measure"
	"topocoll/internal/cli/option"
	"topocoll/internal/exit"
	"topocoll/internal/host"
	"topocoll/internal/job/ranks"
	"topocoll/internal/launch"
	"topocoll/mpi"
	"topocoll/topo"
)

// Run measures, or starts the ranks that measure.
func (b *Command) Run(out io.Writer, given option.Given) error {
	job, err := b.job()
	if err != nil {
		return err
	}
	if err := b.refuseIdle(job.Config, given); err != nil {
		return err
	}
	_, launched := launch.Rank()
	byDefault := b.N == 0 && !launched
	if byDefault {
		b.N = b.defaultRanks()
	}
	start, err := ranks.MustStart(b.N, b.Allows)
	if err != nil {
		return err
	}
	if start {
		return b.startRanks(job, byDefault, out)
	}
	if b.DryRun {
		return ranks.WithMPI(func(w *mpi.World) error { return b.dryRun(job, w.Size, out) })
	}
	l := b.newListener(out)
	return l.Run(func(w *mpi.World) error {
		if b.pingPong() {
			l.Watched() // a ping-pong has no watchdog
			return bench.PingPong(w, job.Config, out)
		}
		return b.measure(w, job, l)
	})
}

func (b *Command) startRanks(job measure.Job, byDefault bool, out io.Writer) error {
	if err := b.dryRun(job, b.N, io.Discard); err != nil {
		return err
	}
	if b.DryRun {
		return b.dryRun(job, b.N, out)
	}
	if byDefault && !b.Quiet {
		fmt.Fprintf(os.Stderr, "%d ranks (cores: %d; -n P starts P ranks)\n", b.N, host.Cores())
	}
	if b.pingPong() {
		return ranks.Start(b.N)
	}
	report := b.reporter(os.Stdout)
	if err := report.checkWritable(); err != nil {
		return err
	}
	return report.runLaunches(func(at ranks.Launch) error { return ranks.StartLaunch(b.N, at) })
}

// dryRun prints what would be measured on n ranks, or returns an error if it cannot be measured.
func (b *Command) dryRun(job measure.Job, n int, out io.Writer) error {
	scales, err := b.rankCounts(n, job.Config)
	if err != nil {
		return err
	}
	cfg := job.Config
	for _, p := range scales {
		if err := cmp.Or(option.CheckDims(job.Config.Mesh, p), job.CheckRoom(p)); err != nil {
			return err
		}
		unnamed := make([]string, p)
		cfg = job.ConfigOn(unnamed)
		if _, err := mappingFor(unnamed, cfg); err != nil {
			return err
		}
	}
	bench.WriteDryRun(out, cfg, scales)
	return nil
}

// measure runs the measurement for each rank count in --np, and writes the files.
func (b *Command) measure(w *mpi.World, job measure.Job, l *listener) error {
	scales, err := b.rankCounts(w.Size, job.Config)
	if err != nil {
		return err
	}
	if err := ranks.OnRank0(w, l.report.checkWritable); err != nil {
		return err
	}
	if len(job.Config.Native) > 0 { // Open MPI uses a tuning file even where an algorithm is forced
		if err := measure.RefuseTunedLibrary(w, "native:NAME"); err != nil {
			return err
		}
	}
	job.Config = launchConfig(l.Launch, job.Config)
	whole, began := &results.Result{}, time.Now()
	for _, p := range scales {
		if err := cmp.Or(option.CheckDims(job.Config.Mesh, p), job.CheckRoom(p)); err != nil {
			return err
		}
		part := topo.Integers(p)
		r, err := job.RunOn(w, part, l.Session, l, func(hosts []string, cfg *bench.Config) (err error) {
			if cfg.Limit > 0 { // --limit is for the whole run, not for each rank count
				cfg.Limit = max(1, cfg.Limit-time.Since(began))
			}
			cfg.Mapping, err = mappingFor(hosts, *cfg)
			return err
		})
		if err != nil {
			return err
		}
		if r != nil {
			whole.Merge(r)
		}
	}
	if err := ranks.OnRank0(w, func() error {
		if len(whole.Cells) == 0 && whole.Status == "complete" {
			return exit.Usagef(
				"nothing was measured: every cell was left out (see the lines above); use a smaller --size or a " +
					"larger --mem-limit")
		}
		return l.finish(whole)
	}); err != nil {
		return err
	}
	if whole.Status == "partial" {
		return exit.Error{Code: exit.Partial,
			Err: fmt.Errorf("partial: the time limit (--limit %v) was reached; the finished cells are in %s",
				b.Limit, b.Out)}
	}
	return nil
}

// mappingFor returns the rank of each label, which depends on --map and on the hosts of the ranks.
func mappingFor(hosts []string, cfg bench.Config) ([]int, error) {
	if cfg.Map == "hosts" {
		return results.OrderByHost(hosts), nil
	}
	g := cfg.Mesh
	if g == nil {
		g = topo.NearSquare(len(hosts), 2)
	}
	return option.Placement(cfg.Map, len(hosts), topo.NewTorus(g))
}
