package bench

import (
	"fmt"

	"topocoll/bench/results"
	"topocoll/internal/cli/exit"
	"topocoll/internal/cli/saved"
	"topocoll/internal/job"
	"topocoll/internal/job/ranks"
)

// begin creates the files before the first cell. It moves the result of an earlier run to a subfolder and prints where.
func (l *Listener) begin(r *results.Result) {
	if l.file != nil || l.Err != nil {
		return
	}
	if l.at.Number == 1 {
		if l.Err = saved.KeepEarlier(l.bench.Out); l.Err != nil {
			return
		}
	}
	l.file, l.Err = results.Create(l.dir, r)
}

// Keep adds cells to the files. The first call creates them, so a run that measures nothing leaves an earlier result in place.
func (l *Listener) Keep(cells []results.Cell) {
	l.Writing.Lock()
	defer l.Writing.Unlock()
	l.Some = true
	if !l.Speaks || l.Err != nil {
		return
	}
	l.begin(l.head)
	if l.Err == nil {
		l.Err = l.file.Append(cells)
		job.Leave(exit.Partial, job.Running)
	}
}

// finish writes the files with the verdicts of the whole table. Under a foreign launcher it also writes the page and the summary.
// Under a parent process of this program, the parent does that.
func (l *Listener) finish(r *results.Result) error {
	results.Judge(r.Cells, l.bench.Oversubscribed)
	if !l.Speaks {
		return nil
	}
	l.Writing.Lock()
	defer l.Writing.Unlock()
	if l.shown != nil {
		l.shown.Finish()
	}
	l.Done = true
	if l.file == nil && l.Err == nil && r.Status == "partial" {
		return exit.Error{Code: exit.Failed, Err: fmt.Errorf("the run ended before anything was measured (--limit %v is over)", l.bench.Limit)}
	}
	l.begin(r)
	if l.Err == nil {
		l.Err = l.file.Close(r)
	}
	job.Leave(exit.OK, job.Running)
	switch {
	case l.Err != nil && l.file == nil:
		return exit.Error{Code: exit.Failed, Err: fmt.Errorf("no result can be written: %w", l.Err)}
	case l.Err != nil:
		return exit.Error{Code: exit.Partial, Err: fmt.Errorf("partial: %w; the %d cells finished before are in %s", l.Err, l.file.CellCount(), l.dir)}
	case ranks.HasParent():
		return nil
	}
	return saved.WriteReport(l.out, l.bench.Out, l.bench.Stdout, r)
}
