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
	last    [operations]*choice[T] // by operation; nil: none yet
	known   [operations][]*choice[T]
	checker comm.Checker // compares calls between the ranks, if the port does
}

// An Option sets how a World chooses. All ranks must pass the same options.
type Option func(*options)

type options struct {
	machine       Machine
	table         *tuned.Table
	deterministic bool
}

// On sets the machine for the model.
func On(m Machine) Option { return func(o *options) { o.machine = m } }

// Tuned sets a table of measurements. It decides where it names an algorithm of the catalog.
func Tuned(table *tuned.Table) Option { return func(o *options) { o.table = table } }

// New returns the world of a port. It sends nothing. It fails if the ranks do not fit on the machine, or if the table is invalid.
func New[T any](port comm.Port[T], with ...Option) (*World[T], error) {
	return Of(comm.New(port), with...)
}

// Of is New for a communicator that has all ranks of its port: label i is the rank of the calls. The Machine describes where each
// label is.
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

// Network returns the packed network between the ranks that the plans use.
func (w *World[T]) Network() *pack.Network { return w.layout.packed }

// Size returns the number of ranks, and Label the number of this one.
func (w *World[T]) Size() int  { return w.c.Size() }
func (w *World[T]) Label() int { return w.c.Label() }
