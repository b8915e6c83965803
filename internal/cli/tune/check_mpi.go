//go:build cgo

package tune

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"topocoll/bench"
	"topocoll/bench/results"
	"topocoll/internal/cli/measure"
	"topocoll/internal/cli/saved"
	"topocoll/internal/exit"
	jobs "topocoll/internal/job"
	"topocoll/internal/job/ranks"
	"topocoll/internal/tune/rulecheck"
	"topocoll/mpi"
	"topocoll/tuned"
)

// measureCheck runs one launch of a check on this rank.
func (c *CheckCommand) measureCheck(job measure.Job, library string, out io.Writer) error {
	k, err := c.newCheckRun(library)
	if err != nil {
		return err
	}
	l := launchListener{measure.NewSession(c.Out, measure.Style(c.Progress, c.Quiet),
		func(ended error) error { return k.completeLaunch(out, ended) })}
	if err := k.setEnvironment(); err != nil {
		return err
	}
	return l.Run(func(w *mpi.World) error { return k.measure(w, job, l) })
}

// measure measures the cases, and writes the results to the folder of this launch.
func (k *checkRun) measure(w *mpi.World, job measure.Job, l launchListener) error {
	r, err := job.Run(w, l.Session, l, func(hosts []string, cfg *bench.Config) error {
		return k.prepare(w, hosts, cfg)
	})
	switch {
	case err != nil:
		return err
	case r.Status != "complete":
		return exit.Error{Code: exit.Partial, Err: fmt.Errorf("partial: the launch was cut short")}
	}
	return ranks.OnRank0(w, func() error { return k.saveLaunch(l, r) })
}

// prepare sets the cases to measure. It returns an error if this launch is not comparable with earlier
// launches.
func (k *checkRun) prepare(w *mpi.World, hosts []string, cfg *bench.Config) error {
	if err := cmp.Or(k.checkSameFiles(w), k.checkSettings(w)); err != nil {
		return err
	}
	if err := ranks.OnRank0(w, func() error { return saved.Writable(k.Out) }); err != nil {
		return err
	}
	spread := tuned.JobOn(hosts)
	if err := k.setJob(spread); err != nil {
		return err
	}
	var err error
	if cfg.Cells, err = k.timedCases(cfg.Ops(), spread); err != nil {
		return err
	}
	for _, op := range cfg.Ops() {
		if row, found := rulecheck.Reference(op, w.Size); found {
			cfg.Rows = append(cfg.Rows, row)
		}
	}
	k.setCellTimes(cfg, w.Size)
	return nil
}

// minSamples is the minimum number of samples of a cell, unless the cell's time is used up earlier.
const minSamples = 64

// setCellTimes divides the time of the launch among the cells. It sets a segment length that no message
// exceeds, so that the reference algorithm sends undivided messages in every launch. If messages were
// divided, bench would choose new segments in each launch.
func (k *checkRun) setCellTimes(cfg *bench.Config, p int) {
	left := ranks.ThisLaunch().Left
	if left == 0 { // the user's launcher has started this launch
		left = k.Limit / time.Duration(2*k.Pairs)
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
	cfg.Limit, cfg.Least, cfg.Segment = 0, minSamples, max(1, p*slices.Max(cfg.Sizes))
}

// saveLaunch writes the results on rank 0. It first writes the check, whose start time is in the name of the
// folder.
func (k *checkRun) saveLaunch(l launchListener, r *results.Result) error {
	l.Writing.Lock()
	defer l.Writing.Unlock()
	l.Done = true
	if err := k.save(); err != nil {
		return err
	}
	dir := k.check.LaunchDir(k.Out, k.check.Launches+1)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	results.Judge(r.Cells, true)
	if err := results.Write(dir, r); err != nil {
		return err
	}
	jobs.Leave(exit.OK, jobs.Running)
	return nil
}

// A launchListener ignores finished cells, because only complete launches are saved.
type launchListener struct{ *measure.Session }

func (launchListener) Begin(*results.Result, int) {}

func (launchListener) Cells([]results.Cell) {}

// Progress shows nothing, because the parent process prints a line for every launch.
func (launchListener) Progress(int, string) {}
