package bench

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"topocoll/bench/results"
	"topocoll/internal/cli/saved"
	"topocoll/internal/exit"
	"topocoll/internal/job"
	"topocoll/internal/job/ranks"
)

// A reporter runs a benchmark's launches, joins their results, and reports them with their verdicts.
type reporter struct {
	out            io.Writer
	dir            string // folder of the results
	format         string
	launches       int
	limit          time.Duration // time limit over all launches; 0: no limit
	oversubscribed bool          // give verdicts even with more ranks than cores
}

// checkWritable returns an error if a folder of the run is not writable. It runs before any measurement.
func (r reporter) checkWritable() error {
	err := saved.Writable(r.dir)
	for at := (ranks.Launch{Number: 1, Count: r.launches}); at.Number <= at.Count && err == nil; at.Number++ {
		err = saved.Writable(at.Dir(r.dir))
	}
	return err
}

// writeVerdicts computes the verdicts of a result, and writes the result to a folder.
func (r reporter) writeVerdicts(dir string, result *results.Result) error {
	results.Judge(result.Cells, r.oversubscribed)
	return results.Write(dir, result)
}

// completeRun finishes a run after its ranks have ended: it adds the verdicts, writes the page and prints the
// summary. The argument `err` is the error of the ranks. The argument `before` describes the bench.json of an
// earlier run, or is nil. If the ranks wrote no bench.json, completeRun returns the error of the run.
func (r reporter) completeRun(before os.FileInfo, err error) error {
	result, err := loadNewResult(r.dir, before, err)
	if result == nil {
		return err
	}
	left := r.writeVerdicts(r.dir, result)
	if left == nil {
		left = saved.WriteReport(r.out, r.dir, r.format, result)
	}
	return runError(err, result, left, r.dir)
}

// runLaunches starts the launches in turn and joins the results. It stops after a failed launch.
func (r reporter) runLaunches(start func(ranks.Launch) error) error {
	signals, release := job.Hold()
	defer release()
	if r.launches == 1 {
		before := statResult(r.dir)
		return r.completeRun(before, start(ranks.Launch{Number: 1, Count: 1}))
	}
	var parts []*results.Result
	var whole *results.Result
	var failed, left error // failed: error of the latest launch's ranks; left: error of writing files
	ended := ranks.Launches{First: 1, Count: r.launches, Limit: r.limit}.Run(signals,
		func(at ranks.Launch) error {
			var part *results.Result
			before := statResult(at.Dir(r.dir))
			if part, failed = loadNewResult(at.Dir(r.dir), before, start(at)); part != nil {
				parts = append(parts, part)
				whole, left = r.joinLaunches(parts)
				left = cmp.Or(left, r.writeVerdicts(at.Dir(r.dir), part))
			}
			return cmp.Or(failed, left)
		})
	if left != nil {
		ended = failed
	}
	switch {
	case whole == nil || ranks.EndsAtOnce(ended):
		return ended
	case left == nil:
		left = saved.WriteJoined(r.out, r.dir, r.format, whole)
	case ended == nil:
		return exit.Error{Code: exit.Partial,
			Err: fmt.Errorf("partial: %w; each launch has its own folder in %s", left, r.dir)}
	}
	return runError(ended, whole, left, r.dir)
}

func (r reporter) joinLaunches(parts []*results.Result) (*results.Result, error) {
	whole, err := results.Join(parts)
	if err != nil {
		return parts[0], err
	}
	if len(parts) < r.launches {
		whole.Status = "partial"
	}
	return whole, r.writeVerdicts(r.dir, whole)
}

// statResult returns the file information of the bench.json in a folder, or nil if there is none.
func statResult(dir string) os.FileInfo {
	info, _ := os.Stat(filepath.Join(dir, results.JSONName))
	return info
}

// loadNewResult returns the result that the ranks wrote to a folder. The argument `before` describes the
// bench.json of an earlier run in this folder, or is nil; `err` is the error of the ranks. If the ranks wrote
// no result, loadNewResult returns nil and the error of the run.
func loadNewResult(dir string, before os.FileInfo, err error) (*results.Result, error) {
	end := job.End{}
	if ranks.EndsAtOnce(err) || err != nil && !errors.As(err, &end) {
		return nil, err
	}
	for _, name := range results.FileNames() {
		results.RemoveUnfinished(filepath.Join(dir, name))
	}
	after := statResult(dir)
	if after == nil || before != nil && os.SameFile(before, after) &&
		before.ModTime().Equal(after.ModTime()) && before.Size() == after.Size() {
		return nil, noResultError(end)
	}
	r, loadErr := results.Load(filepath.Join(dir, results.JSONName))
	if loadErr != nil {
		return nil, errors.Join(err, loadErr)
	}
	return r, err
}

// noResultError returns the error of a run that wrote no result. The exit code of such a run can be 0: mpirun
// of Open MPI 5 exits with 0 if it loses a daemon before it has started the ranks.
func noResultError(end job.End) error {
	if end.Said {
		return exit.Error{Code: exit.Failed, Quiet: true, Err: end}
	}
	return exit.Error{Code: exit.Failed,
		Err: fmt.Errorf("the run ended before anything was measured (%w)", end)}
}

// runError returns the error of a run that wrote a result. The argument `err` is the error of its ranks, and
// `fileErr` is the error of writing its files.
func runError(err error, r *results.Result, fileErr error, dir string) error {
	end := job.End{}
	if !errors.As(err, &end) {
		end.Err = err
	}
	switch {
	// all work is done; if there was a signal, it came later
	case r.Status == "complete" && (err == nil || end.Caught != nil):
		return fileErr
	case r.Status == "complete":
		return exit.Error{Code: exit.Failed,
			Err: errors.Join(fmt.Errorf("the run is complete, but its ranks did not exit cleanly (%w)", end),
				fileErr)}
	case end.Said && (fileErr == nil || isDiskFull(fileErr)): // the ranks have reported a full disk themselves
		return exit.Error{Code: exit.Partial, Quiet: true, Err: end}
	case end.Said:
		return exit.Error{Code: exit.Partial, Err: fileErr}
	}
	finished := fmt.Sprintf("the %d finished cells are in %s", len(r.Cells), dir)
	if len(r.Cells) == 0 {
		finished = "no cell was finished"
	}
	return exit.Error{Code: exit.Partial,
		Err: errors.Join(fmt.Errorf("partial: the run was cut short (%w); %s", end, finished), fileErr)}
}

func isDiskFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}
