package cli

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"

	"topocoll/bench/results"
	"topocoll/bench/results/tables"
	"topocoll/internal/jobs"
	"topocoll/internal/launcher"
)

// listener prints cells as they finish and keeps the files, on rank 0. On the other ranks it prints nothing.
type listener struct {
	bench  *benchCommand
	out    io.Writer
	speaks bool
	bar    string
	at     nthLaunch
	dir    string // of the files of this launch

	writing sync.Mutex            // held while files are written: nothing may end the process then
	kept    func(why error) error // completes the files of a run that is cut off
	lonely  *time.Timer
	head    *results.Result // of the files that the first cells begin
	file    *results.File
	some    bool // a cell is finished; known on every rank
	done    bool // everything is measured, and the files are written
	err     error

	env   results.Env
	op    string
	cells []results.Cell // of the size before, in the table of op
	shown *progressbar.ProgressBar
	began time.Time
	last  time.Time
	total int
}

// listens returns the listener of this rank.
func (b *benchCommand) listens(out io.Writer) *listener {
	rank, _ := launcher.Rank()
	at, before := thisLaunch(), fileIn(b.Out)
	return &listener{bench: b, out: out, speaks: rank == 0, bar: b.style(), at: at, dir: at.dir(b.Out), kept: func(why error) error { return b.kept(out, before, why) }}
}

// alone is how long ranks may take to start, and to finish: the watchdog does not watch them then.
const alone = 2 * time.Minute

// gathers ends the process if not all ranks start: where one of them hangs, the others hang in MPI_Init.
func (l *listener) gathers() { l.endsAfter(alone, exitRuntime, "started") }

// parts ends the process if everything is measured and not all ranks finish.
func (l *listener) parts() { l.endsAfter(alone, exitPartial, "finished") }

func (l *listener) endsAfter(patience time.Duration, code int, what string) {
	l.lonely = time.AfterFunc(patience, func() {
		if l.speaks {
			fmt.Fprintf(os.Stderr, "topocoll: not all ranks have %s within %v: one of them or its host hangs\n", what, patience)
			jobs.Leave(code, jobs.Said)
		}
		jobs.Leave(code, jobs.Over)
		os.Exit(code)
	})
}

func (l *listener) Watched() { l.lonely.Stop() }

// table reports whether cells are printed as they finish. With several launches they are printed once joined.
func (l *listener) table() bool { return l.bench.Stdout == "table" && l.at.of == 1 }

func (l *listener) Begin(r *results.Result, cells int) {
	if !l.speaks {
		return
	}
	if l.head == nil {
		l.head = r
		if l.table() {
			tables.WriteEnv(l.out, r.Env)
		}
	} else if l.table() && r.Env.Mesh != "" { // --np: the next process count has its own extents
		fmt.Fprintln(l.out)
		tables.WriteMesh(l.out, r.Env)
	}
	l.env, l.op = r.Env, ""
	l.beginProgress(cells)
}

// Cells writes the cells to the files before it prints them.
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
			tables.WriteHeader(l.out, l.env, l.op, l.env.P)
			l.cells = nil
		}
		tables.WriteCells(l.out, l.cells, cells)
		l.cells = cells
	}
}

// Stop ends the run once a file could not be written.
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
		finished := "no cell was finished"
		if l.some {
			finished = "the cells finished are in " + l.bench.Out
		}
		fmt.Fprintf(os.Stderr, "topocoll: %s; %s (--stall sets when to give up)\n", why, finished)
	}
	state := jobs.Over
	if l.speaks && why != "" { // what a rank on a host that is cut off prints does not arrive
		state = jobs.Said
	}
	jobs.Leave(exitPartial, state)
	l.giveUp(jobs.End{Code: exitPartial, Said: true})
}

// endOnSignal makes Ctrl-C and the time limit of a batch system end this rank, with complete files, until forget is called.
func (l *listener) endOnSignal() (forget func()) {
	signals := make(chan os.Signal, 1)
	jobs.Notify(signals)
	go func() {
		for s := range signals {
			l.writing.Lock() // and never unlocked: no other write begins
			if !l.done {
				l.giveUp(jobs.End{Caught: s})
			}
			l.writing.Unlock() // the files are written, the rest takes a moment
		}
	}()
	return func() { signal.Reset(jobs.Ending()...) }
}

// giveUp ends the process in the middle of a run. Under another launcher it first completes the files, the page and the
// summary; our own launcher does that itself. The report that the ranks end is left before any of them disconnects.
func (l *listener) giveUp(why jobs.End) {
	code := why.Code
	switch {
	case code == 0 && l.some:
		code = exitPartial
	case code == 0:
		code = exitRuntime
	}
	jobs.Leave(code, jobs.Over)
	if l.speaks && !keptByUs() {
		os.Exit(report(os.Stderr, l.kept(failure{code: exitPartial, quiet: true, err: why})))
	}
	if !keptByUs() {
		const most = 5 * time.Second
		time.Sleep(most) // while rank 0 completes the files: srun kills it as soon as another rank has ended. It ends all when it is done
	}
	os.Exit(exitPartial)
}
