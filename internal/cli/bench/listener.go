package bench

import (
	"fmt"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"

	"topocoll/bench/results"
	"topocoll/bench/results/tables"
	"topocoll/internal/cli/measure"
	"topocoll/internal/cli/saved"
	"topocoll/internal/exit"
	"topocoll/internal/job"
)

// A listener on rank 0 prints finished cells and writes the files. On other ranks, it prints nothing.
type listener struct {
	*measure.Session
	report   reporter
	dir      string          // folder of this launch's files
	metadata *results.Result // everything in the files except the cells
	file     *results.File

	env           results.Env
	op            string
	previousCells []results.Cell // cells of the previous size in the table of op
	bar           *progressbar.ProgressBar
	began         time.Time
	lastPrinted   time.Time
	totalCells    int
}

// printsTable reports whether cells are printed as they are finished. With several launches, they are printed
// after all launches are joined.
func (l *listener) printsTable() bool { return l.report.format == "table" && l.Launch.Count == 1 }

// Begin prints the environment before the first table, and starts the progress display.
func (l *listener) Begin(r *results.Result, cells int) {
	if !l.Printing {
		return
	}
	if l.metadata == nil {
		l.metadata = r
		if l.printsTable() {
			tables.WriteEnv(l.report.out, r.Env)
		}
	} else if l.printsTable() && r.Env.Mesh != "" { // with --np, the extents depend on the number of ranks
		fmt.Fprintln(l.report.out)
		tables.WriteMesh(l.report.out, r.Env)
	}
	l.env, l.op = r.Env, ""
	l.beginProgress(cells)
}

// Cells receives finished cells. It writes them to the files before it prints them.
func (l *listener) Cells(cells []results.Cell) {
	l.saveCells(cells)
	if !l.Printing {
		return
	}
	if l.bar != nil {
		l.bar.Clear()
	}
	if l.printsTable() {
		if cells[0].Op != l.op {
			l.op = cells[0].Op
			tables.WriteHeader(l.report.out, l.env, l.op, l.env.P)
			l.previousCells = nil
		}
		tables.WriteCells(l.report.out, l.previousCells, cells)
		l.previousCells = cells
	}
}

func (l *listener) beginProgress(cells int) {
	l.totalCells, l.began, l.lastPrinted = cells, time.Now(), time.Now()
	switch {
	case l.Style == "bar":
		l.bar = progressbar.NewOptions(cells, progressbar.OptionSetWriter(os.Stderr),
			progressbar.OptionSetWidth(20),
			progressbar.OptionClearOnFinish(), progressbar.OptionSetPredictTime(true),
			progressbar.OptionShowCount(), progressbar.OptionUseANSICodes(true))
	case l.Style == "plain" && l.Launch.Count > 1: // cells are printed only after the last launch
		fmt.Fprintf(os.Stderr, "%v[%3d/%d] on %d ranks\n", l.Launch, 0, cells, l.env.P)
	}
}

// Prepare shows which preparation is in progress before the first measurement.
func (l *listener) Prepare(what string) {
	if l.bar != nil {
		l.bar.Describe(l.Launch.String() + what)
	} else {
		l.Session.Prepare(what)
	}
}

// Progress shows the case that is measured next, and the remaining time.
func (l *listener) Progress(done int, next string) {
	switch {
	case !l.Printing:
	case l.bar != nil:
		l.bar.Describe(l.Launch.String() + next)
		l.bar.Set(done)
	case l.Style == "plain" && time.Since(l.lastPrinted) > 5*time.Second:
		l.lastPrinted = time.Now()
		ahead := l.totalCells - done + (l.Launch.Count-l.Launch.Number)*l.totalCells
		remaining := ""
		if done > 0 {
			left := time.Duration(float64(time.Since(l.began)) / float64(done) * float64(ahead))
			remaining = fmt.Sprintf(", %v left", left.Round(time.Second))
		}
		fmt.Fprintf(os.Stderr, "%v[%3d/%d] %s%s\n", l.Launch, done, l.totalCells, next, remaining)
	}
}

// createFiles moves the result of an earlier run to a subfolder, and creates the files.
func (l *listener) createFiles(r *results.Result) {
	if l.file != nil || l.Err != nil {
		return
	}
	if l.Launch.Number == 1 {
		if l.Err = saved.KeepEarlier(l.Out); l.Err != nil {
			return
		}
	}
	l.file, l.Err = results.Create(l.dir, r)
}

// saveCells adds cells to the files. The first call creates the files, so a run without cells leaves an
// earlier run's files in place.
func (l *listener) saveCells(cells []results.Cell) {
	l.Writing.Lock()
	defer l.Writing.Unlock()
	l.Measured = true
	if !l.Printing || l.Err != nil {
		return
	}
	l.createFiles(l.metadata)
	if l.Err == nil {
		l.Err = l.file.Append(cells)
		job.Leave(exit.Partial, job.Running)
	}
}

// finish closes the files on rank 0. The verdicts are added to them later.
func (l *listener) finish(r *results.Result) error {
	for i := range r.Cells {
		r.Cells[i].Verdict = results.Inconclusive
	}
	l.Writing.Lock()
	defer l.Writing.Unlock()
	if l.bar != nil {
		l.bar.Finish()
	}
	l.Done = true
	if l.file == nil && l.Err == nil && r.Status == "partial" {
		return exit.Error{Code: exit.Failed,
			Err: fmt.Errorf("the run ended before anything was measured (the time limit, --limit %v, was reached)",
				l.report.limit)}
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
			Err: fmt.Errorf("partial: %w; the %d cells finished before this error are in %s", l.Err,
				l.file.CellCount(), l.dir)}
	}
	return nil
}
