package cli

import (
	"fmt"

	"topocoll/bench/results"
	"topocoll/internal/jobs"
)

// begin begins the files, if no cell has done so. A result of an earlier run is kept, and it is said where.
func (l *listener) begin(r *results.Result) {
	if l.file != nil || l.err != nil {
		return
	}
	if l.at.number == 1 {
		if l.err = keepIn(l.bench.Out); l.err != nil {
			return
		}
	}
	l.file, l.err = results.Create(l.dir, r)
}

// keep adds cells to the files, which the first of them begin: a run that measures nothing leaves an earlier result where it is.
func (l *listener) keep(cells []results.Cell) {
	l.writing.Lock()
	defer l.writing.Unlock()
	l.some = true
	if !l.speaks || l.err != nil {
		return
	}
	l.begin(l.head)
	if l.err == nil {
		l.err = l.file.Append(cells)
		jobs.Leave(exitPartial, jobs.Running)
	}
}

// finish writes the files with the verdicts of the whole table. Under another launcher it also writes the page and the
// summary; our own launcher does that itself.
func (l *listener) finish(r *results.Result) error {
	results.Judge(r.Cells, l.bench.Oversubscribed)
	if !l.speaks {
		return nil
	}
	l.writing.Lock()
	defer l.writing.Unlock()
	if l.shown != nil {
		l.shown.Finish()
	}
	l.done = true
	if l.file == nil && l.err == nil && r.Status == "partial" {
		return failure{code: exitRuntime, err: fmt.Errorf("the run ended before anything was measured (--limit %v is over)", l.bench.Limit)}
	}
	l.begin(r)
	if l.err == nil {
		l.err = l.file.Close(r)
	}
	jobs.Leave(exitOK, jobs.Running)
	switch {
	case l.err != nil && l.file == nil:
		return failure{code: exitRuntime, err: fmt.Errorf("no result can be written: %w", l.err)}
	case l.err != nil:
		return failure{code: exitPartial, err: fmt.Errorf("partial: %w; the %d cells finished before are in %s", l.err, l.file.Cells(), l.dir)}
	case keptByUs():
		return nil
	}
	return leave(l.out, l.bench.Out, l.bench.Stdout, r)
}
