package coll

import (
	"fmt"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/plan"
	"topocoll/topo/pack"
	"topocoll/tuned"
)

// A World is a communicator that selects an algorithm for each call. Use it on one goroutine.
type World[T any] struct {
	*family
	c             *comm.Comm[T]
	layout        *layout
	rows          map[string]catalog.CompiledRow[T]
	previousCalls [operations]previousCall[T] // the previous call of each operation
	choices       [operations][]*choice[T]
	checker       comm.Checker // the port, if it compares calls across the ranks; otherwise nil
	ranks         []int        // the World's ranks in the port, for the checker; nil: all ranks of the port
}

// A previousCall holds the previous call of an operation and the plan of that call. If the next call has the
// same arguments, no search is needed.
type previousCall[T any] struct {
	bound       *plan.Bound[T] // the plan of the call; nil if it has none
	rootOrShift int            // root of the call, or distance of a shift
	operator    operatorKind
	counts      *catalog.Counts
}

// An operatorKind is the property of an operator on which the choice of a plan depends.
type operatorKind uint8

const (
	noOperator operatorKind = iota
	commutative
	ordered
)

func operatorKindOf[T any](op *comm.Op[T]) operatorKind {
	switch {
	case op == nil || op.Apply == nil:
		return noOperator
	case op.Commutative:
		return commutative
	}
	return ordered
}

// A choice is a selection together with the data that a world needs to execute it.
type choice[T any] struct {
	selection
	row          catalog.CompiledRow[T]
	segmentWords int // length of a segment in words; 0: messages are not divided
	// segmentArgument is the value of the argument `segment` for a pipelined algorithm. It is segmentWords, or
	// unlimitedSegment if the algorithm must not divide messages. With 0, the algorithm would choose the length
	// itself.
	segmentArgument int
	network         *pack.Network
}

// setArguments sets the arguments of a call that depend on the algorithm. All segments of a message may be in
// flight together, and the time to complete n messages in flight is proportional to n^2. For long blocks,
// setArguments therefore doubles the length of a segment until a block has at most 1024 segments.
func (ch *choice[T]) setArguments(a *catalog.Args[T], blockWords int) {
	const mostSegments = 1024 // with 2000 segments of 64 KiB, a broadcast took a quarter longer than undivided
	a.Mesh, a.Network, a.Segment, a.PlanSegment = ch.Mesh, ch.network, ch.segmentArgument, ch.segmentWords
	for a.PlanSegment > 0 && blockWords/a.PlanSegment > mostSegments {
		a.PlanSegment *= 2
	}
}

// An Option configures a World. All ranks must pass the same options.
type Option func(*options)

// On returns the option that sets the machine for which the model predicts times.
func On(m Machine) Option { return func(o *options) { o.machine = m } }

// Tuned returns the option that sets a tuning table. The World ignores entries for algorithms that are not in
// the catalog. If the segments of an entry are shorter than 1/1024 of a block, the World uses longer ones.
func Tuned(table *tuned.Table) Option { return func(o *options) { o.table = table } }

// New returns a World on a port. It sends no messages. It returns an error if the ranks do not fit on the
// machine, if the table is invalid, or if the port cannot send words of type T. Ports of package mpi cannot
// send types that contain pointers, such as strings and slices, or types of size 0.
func New[T any](port comm.Port[T], with ...Option) (*World[T], error) {
	return Of(comm.New(port), with...)
}

// Of is like New, but takes a communicator, such as a row of a mesh or a result of comm.Map. Label i of c is
// rank i in the calls of the World. The host of this rank is entry i of Machine.On. See Split for the order
// of calls on several Worlds that share a port.
func Of[T any](c *comm.Comm[T], with ...Option) (*World[T], error) {
	if err := c.Err(); err != nil {
		return nil, err
	}
	if port, knows := c.Port().(interface{ Err() error }); knows && port.Err() != nil {
		return nil, fmt.Errorf("coll: New: %w", port.Err())
	}
	f := &family{layouts: map[string]*layout{}}
	for _, option := range with {
		option(&f.options)
	}
	if table := f.options.table; table != nil {
		if err := table.Check(); err != nil {
			return nil, err
		}
	}
	if m := &f.options.machine; m.Within == (Times{}) && m.Eager == 0 {
		if port, knows := c.Port().(interface{ Eager() int }); knows {
			m.Eager = port.Eager()
		}
	}
	if m := &f.options.machine; m.MaxMessage == 0 {
		if port, knows := c.Port().(interface{ MaxMessage() int }); knows {
			m.MaxMessage = port.MaxMessage()
		}
	}
	if m := &f.options.machine; m.Hosts == 0 && m.Slots == 0 && m.On == nil && m.Network == nil {
		if port, knows := c.Port().(interface{ Hosts() []int }); knows {
			hosts := port.Hosts()
			for _, rank := range c.Ranks() {
				m.On = append(m.On, hosts[rank])
			}
		}
	}
	l, err := newLayout(f.options.machine, c.Size())
	if err != nil {
		return nil, err
	}
	f.layouts[fmt.Sprint(l.On)] = l
	if f.options.checked {
		if err := checkEncodable[T]("coll: Checked"); err != nil {
			return nil, err
		}
	}
	w := newWorld(c, f, l)
	if checker, ok := c.Port().(comm.Checker); ok && checker.Checked() {
		w.checker = checker
		if c.Size() < c.Port().Size() {
			w.ranks = c.Ranks()
		}
	}
	return w, nil
}

// newWorld returns a World on a communicator, without a checker.
func newWorld[T any](c *comm.Comm[T], f *family, l *layout) *World[T] {
	return &World[T]{family: f, c: c, layout: l, rows: map[string]catalog.CompiledRow[T]{}}
}

// Network returns the network that connects the ranks, with its packed trees. The algorithms
// of package network use it.
func (w *World[T]) Network() *pack.Network { return w.layout.packedNetwork }

// Size returns the number of ranks.
func (w *World[T]) Size() int { return w.c.Size() }

// Label returns the rank of this process in w.
func (w *World[T]) Label() int { return w.c.Label() }
