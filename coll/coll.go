package coll

import (
	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/topo/pack"
	"topocoll/tuned"
)

// A World is a port whose operations choose their algorithms. It belongs to one goroutine, as its port does.
type World[T any] struct {
	c       *comm.Comm[T]
	options options
	layout  *layout
	rows    map[string]catalog.CompiledRow[T]
	last    [operations]*choice[T] // of each operation; nil: none yet
	known   [operations][]*choice[T]
	checker comm.Checker // of the port, if it compares calls between the ranks
}

// An Option says how a World chooses. All ranks pass the same ones.
type Option func(*options)

type options struct {
	machine       Machine
	table         *tuned.Table
	deterministic bool
}

// On is the machine on which the model counts times.
func On(m Machine) Option { return func(o *options) { o.machine = m } }

// Tuned is a table of what was measured, which decides where it names one of our algorithms.
func Tuned(table *tuned.Table) Option { return func(o *options) { o.table = table } }

// New returns the world of a port. It sends nothing. The error is that of a machine on which the ranks do not fit, or of a table
// that is none.
func New[T any](port comm.Port[T], with ...Option) (*World[T], error) {
	return Of(comm.New(port), with...)
}

// Of is New for the labels of a communicator, which has all ranks of its port: label i has the part of rank i. The Machine tells
// where each label is.
func Of[T any](c *comm.Comm[T], with ...Option) (*World[T], error) {
	w := &World[T]{c: c, rows: map[string]catalog.CompiledRow[T]{}}
	for _, option := range with {
		option(&w.options)
	}
	if c.Size() != c.Port().Size() {
		return nil, comm.Refuse("coll: Of: a communicator of %d processes, want all %d of its port", c.Size(), c.Port().Size())
	}
	if table := w.options.table; table != nil {
		if err := table.Check(); err != nil {
			return nil, err
		}
	}
	if m := &w.options.machine; m.Within == (Times{}) && m.Eager == 0 {
		if port, knows := c.Port().(interface{ Eager() int }); knows {
			m.Eager = port.Eager()
		}
	}
	if checker, ok := c.Port().(comm.Checker); ok && checker.Checked() {
		w.checker = checker
	}
	var err error
	w.layout, err = lay(w.options.machine, c.Size())
	return w, err
}

// Network returns what has been packed into the network between the ranks, for the plans of what is chosen.
func (w *World[T]) Network() *pack.Network { return w.layout.packed }

// Size returns the number of ranks, and Label the number of this one.
func (w *World[T]) Size() int  { return w.c.Size() }
func (w *World[T]) Label() int { return w.c.Label() }
