package cli

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"

	"topocoll/bench/results"
	"topocoll/internal/jobs"
	"topocoll/internal/launcher"
)

// listener is rank 0's: it prints cells as they finish and keeps the files; those of the other ranks are
// mute.
type listener struct {
	bench  *benchCommand
	out    io.Writer
	speaks bool
	bar    string
	at     nthLaunch
	dir    string // of the files of this launch

	writing sync.Mutex // held while files are: nothing may end the process then
	before  os.FileInfo
	lonely  *time.Timer
	file    *results.File
	done    bool // all is measured, and the files are there
	err     error

	env   results.Env
	op    string
	shown *progressbar.ProgressBar
	began time.Time
	last  time.Time
	total int
}

// listens makes the listener of this rank.
func (b *benchCommand) listens(out io.Writer) *listener {
	rank, _ := launcher.Rank()
	at := thisLaunch()
	return &listener{bench: b, out: out, speaks: rank == 0, bar: b.style(), at: at, dir: at.dir(b.Out), before: fileIn(b.Out)}
}

// alone is how long ranks may take to find together, and to part: then nobody watches them.
const alone = 2 * time.Minute

// gathers ends the process if the ranks do not find together; they hang in MPI's begin where one of them does.
func (l *listener) gathers() { l.endsAfter(alone, exitRuntime, "found together") }

// parts ends it if all is measured and they do not part.
func (l *listener) parts() { l.endsAfter(alone, exitPartial, "parted") }

func (l *listener) endsAfter(patience time.Duration, code int, what string) {
	l.lonely = time.AfterFunc(patience, func() {
		if l.speaks {
			fmt.Fprintf(os.Stderr, "topocoll: the ranks have not %s for %v: one of them hangs, or its host\n", what, patience)
			jobs.Leave(code, jobs.Said)
		}
		jobs.Leave(code, jobs.Over)
		os.Exit(code)
	})
}

func (l *listener) Watched() { l.lonely.Stop() }

// table reports whether cells are printed as they come; those of several launches are when they are joined.
func (l *listener) table() bool { return l.bench.Stdout == "table" && l.at.of == 1 }

func (l *listener) Begin(r *results.Result, cells int) {
	if !l.speaks {
		return
	}
	if l.file == nil && l.err == nil {
		l.create(r)
		if l.table() {
			results.WriteEnv(l.out, r.Env)
		}
	} else if l.table() && r.Env.Mesh != "" { // --np: the next process count has extents of its own
		fmt.Fprintln(l.out)
		results.WriteMesh(l.out, r.Env)
	}
	l.env, l.op = r.Env, ""
	l.beginProgress(cells)
}

// create begins the files, and takes away those of an earlier run that they do not replace.
func (l *listener) create(r *results.Result) {
	l.writing.Lock()
	defer l.writing.Unlock()
	switch {
	case l.at.of == 1:
		os.Remove(filepath.Join(l.bench.Out, results.PageName))
		results.ClearLaunches(l.bench.Out)
	case l.at.number == 1:
		results.Remove(l.bench.Out)
		results.ClearLaunches(l.bench.Out)
	}
	l.file, l.err = results.Create(l.dir, r)
}

// Cells keeps the cells before it tells of them.
func (l *listener) Cells(cells []results.Cell) {
	l.keep(cells)
	if !l.speaks {
		return
	}
	if l.shown != nil {
		l.shown.Clear()
	}
	if l.table() {
		if cells[0].Op != l.op {
			l.op = cells[0].Op
			results.WriteHeader(l.out, l.env, l.op, l.env.P)
		}
		results.WriteCells(l.out, cells)
	}
}

func (l *listener) keep(cells []results.Cell) {
	l.writing.Lock()
	defer l.writing.Unlock()
	if l.speaks && l.err == nil {
		l.err = l.file.Append(cells)
		jobs.Leave(exitPartial, jobs.Running)
	}
}

// Stop ends the run once something could not be kept.
func (l *listener) Stop() bool { return l.err != nil }

func (l *listener) Skip(what string) {
	if l.speaks && l.at.number == 1 {
		fmt.Fprintln(os.Stderr, "skipped:", what)
	}
}

// Stalled ends the process: MPI itself would wait for ever.
func (l *listener) Stalled(why string) {
	l.writing.Lock()
	if why != "" {
		fmt.Fprintf(os.Stderr, "topocoll: %s; the cells finished are in %s (--stall says when to give up)\n", why, l.bench.Out)
	}
	state := jobs.Over
	if l.speaks && why != "" { // the words of a rank on a host that is cut off do not get here
		state = jobs.Said
	}
	jobs.Leave(exitPartial, state)
	l.giveUp(jobs.End{Code: exitPartial, Said: true})
}

// endOnSignal makes Ctrl-C and the time limit of a batch system end this rank, until forget is called; the files
// are whole.
func (l *listener) endOnSignal() (forget func()) {
	signals := make(chan os.Signal, 1)
	jobs.Notify(signals)
	go func() {
		for s := range signals {
			l.writing.Lock() // and never unlocked: no other write begins
			if !l.done {
				l.giveUp(jobs.End{Caught: s})
			}
			l.writing.Unlock() // all is there, the rest takes a moment
		}
	}()
	return func() { signal.Stop(signals) }
}

// giveUp ends the process in the middle of a run. If somebody else's launcher waits for it, it sees to what was measured
// first; ours does that itself.
func (l *listener) giveUp(why jobs.End) {
	if l.speaks && !keptByUs() {
		os.Exit(report(os.Stderr, l.bench.kept(l.out, l.before, failure{code: exitPartial, quiet: true, error: why})))
	}
	os.Exit(exitPartial)
}

// finish writes the files with the verdicts of the whole table, and, if ours is not the launcher, which does that itself,
// the page and the summary.
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
	if l.err == nil {
		l.err = l.file.Close(r)
	}
	l.done = true
	jobs.Leave(exitOK, jobs.Running)
	switch {
	case l.err != nil && l.file == nil:
		return failure{code: exitRuntime, error: fmt.Errorf("nothing can be kept: %w", l.err)}
	case l.err != nil:
		return failure{code: exitPartial, error: fmt.Errorf("partial: %w; the %d cells before that are in %s", l.err, l.file.Cells(), l.dir)}
	case keptByUs():
		return nil
	}
	return leave(l.out, l.bench.Out, l.bench.Stdout, r)
}
