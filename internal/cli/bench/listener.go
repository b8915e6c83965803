package bench

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"topocoll/bench/results"
	"topocoll/bench/results/tables"
	"topocoll/internal/cli/measure"
)

// A listener prints cells as they finish and writes the files, on rank 0. On the other ranks it prints
// nothing.
type listener struct {
	*measure.Session
	bench *Command
	out   io.Writer
	dir   string          // folder of this launch's files
	head  *results.Result // head of the files, which are created with the first cells
	file  *results.File

	env   results.Env
	op    string
	cells []results.Cell // cells of the previous size in the table of op
	shown *progressbar.ProgressBar
	began time.Time
	last  time.Time // when progress was last printed
	total int
}

// newListener returns the listener of this rank.
func (b *Command) newListener(out io.Writer) *listener {
	before := resultFile(b.Out)
	complete := func(ended error) error {
		if ended == nil && b.pingPong() { // no files
			return nil
		}
		return b.complete(out, before, ended)
	}
	s := measure.NewSession(b.Out, measure.Style(b.Progress, b.Quiet), complete)
	return &listener{Session: s, bench: b, out: out, dir: s.Launch.Dir(b.Out)}
}

// table reports whether cells are printed as they finish. With several launches, they are printed after all
// launches are joined.
func (l *listener) table() bool { return l.bench.Stdout == "table" && l.Launch.Count == 1 }

// Begin prints the environment before the first table, and begins to show progress.
func (l *listener) Begin(r *results.Result, cells int) {
	if !l.Printing {
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
	l.env, l.op = r.Env, ""
	l.beginProgress(cells)
}

// Cells writes the cells to the files before it prints them.
func (l *listener) Cells(cells []results.Cell) {
	l.saveCells(cells)
	if !l.Printing {
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
