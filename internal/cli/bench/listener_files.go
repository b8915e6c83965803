package bench

import (
	"fmt"

	"topocoll/bench/results"
	"topocoll/internal/cli/saved"
	"topocoll/internal/exit"
	"topocoll/internal/job"
)

// createFiles creates the files before the first cell. It moves the result of an earlier run to a subfolder
// and prints where.
func (l *listener) createFiles(r *results.Result) {
	if l.file != nil || l.Err != nil {
		return
	}
	if l.Launch.Number == 1 {
		if l.Err = saved.KeepEarlier(l.bench.Out); l.Err != nil {
			return
		}
	}
	l.file, l.Err = results.Create(l.dir, r)
}

// saveCells adds cells to the files. The first call creates them, so a run that measures nothing leaves an
// earlier result in place.
func (l *listener) saveCells(cells []results.Cell) {
	l.Writing.Lock()
	defer l.Writing.Unlock()
	l.Measured = true
	if !l.Printing || l.Err != nil {
		return
	}
	l.createFiles(l.head)
	if l.Err == nil {
		l.Err = l.file.Append(cells)
		job.Leave(exit.Partial, job.Running)
	}
}

// finish closes the files on rank 0. They have no verdicts yet.
func (l *listener) finish(r *results.Result) error {
	for i := range r.Cells {
		r.Cells[i].Verdict = results.Inconclusive
	}
	l.Writing.Lock()
	defer l.Writing.Unlock()
	if l.shown != nil {
		l.shown.Finish()
	}
	l.Done = true
	if l.file == nil && l.Err == nil && r.Status == "partial" {
		return exit.Error{Code: exit.Failed,
			Err: fmt.Errorf("the run ended before anything was measured (the time limit, --limit %v, was reached)",
				l.bench.Limit)}
	}
	l.createFiles(r)
	if l.Err == nil {
		l.Err = l.file.Close(r)
	}
	job.Leave(exit.OK, job.Running)
	switch {
	case l.Err != nil && l.file == nil:
		return exit.Error{Code: exit.Failed, Err: fmt.Errorf("no result can be written: %w", l.Err)}
	case l.Err != nil:
		return exit.Error{Code: exit.Partial,
			Err: fmt.Errorf("partial: %w; the %d cells finished before it are in %s", l.Err, l.file.CellCount(),
				l.dir)}
	}
	return nil
}
