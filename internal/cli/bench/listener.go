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
	"topocoll/internal/job"
	"topocoll/internal/job/launcher"
	"topocoll/internal/job/ranks"
)

// Listener prints cells as they finish and writes the files, on rank 0. On the other ranks it prints nothing.
type Listener struct {
	bench  *Command
	out    io.Writer
	Speaks bool
	Bar    string
	at     ranks.Launch
	dir    string // of the files of this launch

	Writing  sync.Mutex            // held while files are written, so that nothing ends the process meanwhile
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
	at, before := ranks.ThisLaunch(), resultFile(b.Out)
	return &Listener{bench: b, out: out, Speaks: rank == 0, Bar: b.style(), at: at, dir: at.Dir(b.Out), Complete: func(why error) error { return b.kept(out, before, why) }}
}

// alone is the time limit for all ranks to start, and to finish. The watchdog does not run at these times.
const alone = 2 * time.Minute

// ArmStartTimeout ends the process if not all ranks start within the time limit. If one hangs, the others hang in MPI_Init.
func (l *Listener) ArmStartTimeout() { l.endsAfter(alone, exit.Failed, "started") }

// ArmFinishTimeout ends the process if not all ranks finish within the time limit after everything is measured.
func (l *Listener) ArmFinishTimeout() { l.endsAfter(alone, exit.Partial, "finished") }

func (l *Listener) endsAfter(patience time.Duration, code int, what string) {
	l.lonely = time.AfterFunc(patience, func() {
		if l.Speaks {
			fmt.Fprintf(os.Stderr, "topocoll: not all ranks have %s within %v: one of them or its host hangs\n", what, patience)
			job.Leave(code, job.Said)
		}
		job.Leave(code, job.Over)
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
	} else if l.table() && r.Env.Mesh != "" { // with --np, each number of ranks has its own extents
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

// Stalled ends the process, because MPI would wait forever.
func (l *Listener) Stalled(why string) {
	l.Writing.Lock()
	if why != "" {
		finished := "no cell was finished"
		if l.Some {
			finished = "the cells finished are in " + l.bench.Out
		}
		fmt.Fprintf(os.Stderr, "topocoll: %s; %s (--stall sets when to give up)\n", why, finished)
	}
	state := job.Over
	if l.Speaks && why != "" { // output of a rank on a host that is cut off is lost
		state = job.Said
	}
	job.Leave(exit.Partial, state)
	l.GiveUp(job.End{Code: exit.Partial, Said: true})
}

// EndOnSignal lets Ctrl-C and the time limit of a batch system end this rank with complete files, until forget is called.
func (l *Listener) EndOnSignal() (forget func()) {
	signals := make(chan os.Signal, 1)
	job.Notify(signals)
	go func() {
		for s := range signals {
			l.Writing.Lock() // never unlocked, so that no other write begins
			if !l.Done {
				l.GiveUp(job.End{Caught: s})
			}
			l.Writing.Unlock() // the files are written; the process is about to end
		}
	}()
	return func() { signal.Reset(job.Ending()...) }
}

// GiveUp ends the process in the middle of a run. Under a foreign launcher, rank 0 first completes the files, the page and the
// summary. Under a parent process of this program, the parent does that.
func (l *Listener) GiveUp(why job.End) {
	code := why.Code
	switch {
	case code == 0 && l.Some:
		code = exit.Partial
	case code == 0:
		code = exit.Failed
	}
	job.Leave(code, job.Over)
	if l.Speaks && !ranks.HasParent() {
		os.Exit(exit.Report(os.Stderr, l.Complete(exit.Error{Code: exit.Partial, Quiet: true, Err: why})))
	}
	if !ranks.HasParent() {
		const most = 5 * time.Second
		time.Sleep(most) // rank 0 completes the files and then ends all ranks; srun would kill it as soon as another rank ended
	}
	os.Exit(exit.Partial)
}
