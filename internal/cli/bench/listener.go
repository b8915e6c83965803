package bench

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
	"topocoll/internal/cli/exit"
	"topocoll/internal/cli/job"
	"topocoll/internal/jobs"
	"topocoll/internal/launcher"
)

// Listener prints cells as they finish and keeps the files, on rank 0. On the other ranks it prints nothing.
type Listener struct {
	bench  *Command
	out    io.Writer
	Speaks bool
	Bar    string
	at     job.Launch
	dir    string // of the files of this launch

	Writing  sync.Mutex            // held while files are written: nothing may end the process then
	Complete func(why error) error // completes the files of a run that is cut off
	lonely   *time.Timer
	head     *results.Result // of the files that the first cells begin
	file     *results.File
	Some     bool // a cell is finished; known on every rank
	Done     bool // everything is measured, and the files are written
	Err      error

	Env   results.Env
	op    string
	cells []results.Cell // of the size before, in the table of op
	shown *progressbar.ProgressBar
	began time.Time
	Last  time.Time
	total int
}

// NewListener returns the listener of this rank.
func (b *Command) NewListener(out io.Writer) *Listener {
	rank, _ := launcher.Rank()
	at, before := job.ThisLaunch(), fileIn(b.Out)
	return &Listener{bench: b, out: out, Speaks: rank == 0, Bar: b.style(), at: at, dir: at.Dir(b.Out), Complete: func(why error) error { return b.kept(out, before, why) }}
}

// alone is how long ranks may take to start, and to finish: the watchdog does not watch them then.
const alone = 2 * time.Minute

// ArmStartTimeout ends the process if not all ranks start: where one of them hangs, the others hang in MPI_Init.
func (l *Listener) ArmStartTimeout() { l.endsAfter(alone, exit.Failed, "started") }

// ArmFinishTimeout ends the process if everything is measured and not all ranks finish.
func (l *Listener) ArmFinishTimeout() { l.endsAfter(alone, exit.Partial, "finished") }

func (l *Listener) endsAfter(patience time.Duration, code int, what string) {
	l.lonely = time.AfterFunc(patience, func() {
		if l.Speaks {
			fmt.Fprintf(os.Stderr, "topocoll: not all ranks have %s within %v: one of them or its host hangs\n", what, patience)
			jobs.Leave(code, jobs.Said)
		}
		jobs.Leave(code, jobs.Over)
		os.Exit(code)
	})
}

func (l *Listener) Watched() { l.lonely.Stop() }

// table reports whether cells are printed as they finish. With several launches they are printed once joined.
func (l *Listener) table() bool { return l.bench.Stdout == "table" && l.at.Count == 1 }

func (l *Listener) Begin(r *results.Result, cells int) {
	if !l.Speaks {
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
	l.Env, l.op = r.Env, ""
	l.beginProgress(cells)
}

// Cells writes the cells to the files before it prints them.
func (l *Listener) Cells(cells []results.Cell) {
	l.Keep(cells)
	if !l.Speaks {
		return
	}
	if l.shown != nil {
		l.shown.Clear()
	}
	if l.table() {
		if cells[0].Op != l.op {
			l.op = cells[0].Op
			tables.WriteHeader(l.out, l.Env, l.op, l.Env.P)
			l.cells = nil
		}
		tables.WriteCells(l.out, l.cells, cells)
		l.cells = cells
	}
}

// Stop ends the run once a file could not be written.
func (l *Listener) Stop() bool { return l.Err != nil }

func (l *Listener) Skip(what string) {
	if l.Speaks && l.at.Number == 1 {
		fmt.Fprintln(os.Stderr, "skipped:", what)
	}
}

// Stalled ends the process: MPI itself would wait for ever.
func (l *Listener) Stalled(why string) {
	l.Writing.Lock()
	if why != "" {
		finished := "no cell was finished"
		if l.Some {
			finished = "the cells finished are in " + l.bench.Out
		}
		fmt.Fprintf(os.Stderr, "topocoll: %s; %s (--stall sets when to give up)\n", why, finished)
	}
	state := jobs.Over
	if l.Speaks && why != "" { // what a rank on a host that is cut off prints does not arrive
		state = jobs.Said
	}
	jobs.Leave(exit.Partial, state)
	l.GiveUp(jobs.End{Code: exit.Partial, Said: true})
}

// EndOnSignal makes Ctrl-C and the time limit of a batch system end this rank, with complete files, until forget is called.
func (l *Listener) EndOnSignal() (forget func()) {
	signals := make(chan os.Signal, 1)
	jobs.Notify(signals)
	go func() {
		for s := range signals {
			l.Writing.Lock() // and never unlocked: no other write begins
			if !l.Done {
				l.GiveUp(jobs.End{Caught: s})
			}
			l.Writing.Unlock() // the files are written, the rest takes a moment
		}
	}()
	return func() { signal.Reset(jobs.Ending()...) }
}

// GiveUp ends the process in the middle of a run. Under another launcher it first completes the files, the page and the
// summary; our own launcher does that itself. The report that the ranks end is left before any of them disconnects.
func (l *Listener) GiveUp(why jobs.End) {
	code := why.Code
	switch {
	case code == 0 && l.Some:
		code = exit.Partial
	case code == 0:
		code = exit.Failed
	}
	jobs.Leave(code, jobs.Over)
	if l.Speaks && !job.HasParent() {
		os.Exit(exit.Report(os.Stderr, l.Complete(exit.Error{Code: exit.Partial, Quiet: true, Err: why})))
	}
	if !job.HasParent() {
		const most = 5 * time.Second
		time.Sleep(most) // while rank 0 completes the files: srun kills it as soon as another rank has ended. It ends all when it is done
	}
	os.Exit(exit.Partial)
}
