package cli

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"topocoll/bench/results"
	"topocoll/cluster"
	"topocoll/launcher"
)

// barVariable tells the ranks that their launcher's stderr is a terminal; their own is a pipe to it.
const barVariable = "TOPOCOLL_BAR"

func stderrIsTerminal() bool { return term.IsTerminal(int(os.Stderr.Fd())) }

// style decides how progress is shown: bar, plain or off.
func (b *benchCommand) style() string {
	_, launched := launcher.Rank()
	switch {
	case b.Quiet:
		return "off"
	case b.Progress != "auto":
		return b.Progress
	case os.Getenv(barVariable) != "" || !launched && stderrIsTerminal():
		return "bar"
	}
	return "plain"
}

// listener is rank 0's: it prints cells as they finish and keeps the files; those of the other ranks are
// mute.
type listener struct {
	out    io.Writer
	format string // of the output
	dir    string // for the files
	speaks bool
	bar    string

	file  *results.File
	p     int
	op    string
	shown *progressbar.ProgressBar
	began time.Time
	last  time.Time
	total int
	err   error
}

func (l *listener) Begin(r *results.Result, cells int) {
	if !l.speaks {
		return
	}
	if l.file == nil {
		l.file, l.err = results.Create(l.dir, r)
		os.Remove(pageIn(l.dir)) // an earlier run's
		if l.format == "table" {
			results.WriteEnv(l.out, r.Env)
		}
	} else if l.format == "table" && r.Env.Mesh != "" { // --np: the next process count has extents of its own
		fmt.Fprintln(l.out)
		results.WriteMesh(l.out, r.Env)
	}
	l.p, l.op, l.total, l.began, l.last = r.Env.P, "", cells, time.Now(), time.Now()
	if l.bar == "bar" {
		l.shown = progressbar.NewOptions(cells, progressbar.OptionSetWriter(os.Stderr), progressbar.OptionSetWidth(20),
			progressbar.OptionClearOnFinish(), progressbar.OptionSetPredictTime(true), progressbar.OptionShowCount(), progressbar.OptionUseANSICodes(true))
	}
}

func (l *listener) Progress(done int, next string) {
	switch {
	case !l.speaks:
	case l.shown != nil:
		l.shown.Describe(next)
		l.shown.Set(done)
	case l.bar == "plain" && time.Since(l.last) > 5*time.Second:
		l.last = time.Now()
		left := time.Duration(float64(time.Since(l.began)) / float64(done) * float64(l.total-done))
		fmt.Fprintf(os.Stderr, "[%3d/%d] %s, %v left\n", done, l.total, next, left.Round(time.Second))
	}
}

func (l *listener) Cells(cells []results.Cell) {
	if !l.speaks {
		return
	}
	if l.shown != nil {
		l.shown.Clear()
	}
	if l.format == "table" {
		if cells[0].Op != l.op {
			l.op = cells[0].Op
			results.WriteHeader(l.out, l.op, l.p)
		}
		results.WriteCells(l.out, cells)
	}
	if l.err == nil {
		l.err = l.file.Append(cells)
	}
}

func (l *listener) Skip(what string) {
	if l.speaks {
		fmt.Fprintln(os.Stderr, "skipped:", what)
	}
}

// Stalled ends the process: MPI itself would wait for ever.
func (l *listener) Stalled(why string) {
	if why != "" {
		fmt.Fprintf(os.Stderr, "topocoll: %s; the cells finished are in %s (--stall says when to give up)\n", why, l.dir)
	}
	if file := os.Getenv(cluster.GivenUp); file != "" {
		os.WriteFile(file, nil, 0o644)
	}
	os.Exit(exitPartial)
}

// finish writes the files with the verdicts of the whole table, and the summary.
func (l *listener) finish(r *results.Result, crowded bool) error {
	results.Judge(r.Cells, crowded)
	if !l.speaks {
		return nil
	}
	if l.shown != nil {
		l.shown.Finish()
	}
	if l.err != nil {
		return l.err
	}
	if err := l.file.Close(r); err != nil {
		return err
	}
	return leave(l.out, l.dir, l.format, r)
}
