package coll

import (
	"slices"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/plan"
	"topocoll/topo"
)

// A Prepared is a call that World.Prepare has prepared.
type Prepared[T any] struct {
	previousCall[T]
	w    *World[T]
	op   operation
	args catalog.Args[T] // arguments without buffers
}

// Prepare chooses the algorithm of a call and creates its plan. It sends nothing. Only the lengths of the
// buffers matter, and whether In and Out are the same slice. After Prepare, the first call is nearly as fast
// as later ones, whether it is made by Prepared.Call or by the function of the operation. A later Start or
// Init of the same call also needs no search for its algorithm.
func (w *World[T]) Prepare(op catalog.Collective, a catalog.Args[T]) (*Prepared[T], error) {
	index, ch, err := w.checkAndChoose("", op, &a)
	if err != nil {
		return nil, err
	}
	p := &Prepared[T]{w: w, op: index, args: a}
	p.args.In, p.args.Out = nil, nil
	_, _, err = w.bindPlan(&p.previousCall, ch, &a)
	return p, err
}

// Call executes the call with these buffers, without a search. If their lengths differ from the lengths in
// the last Call or in Prepare, this call is only as fast as a call that was not prepared.
func (p *Prepared[T]) Call(in, out []T) error {
	if p.bound.Fits(in, out) && p.w.c.Err() == nil {
		return p.w.wrapError(p.op, p.bound.Run(p.w.c, p.args.Op, in, out))
	}
	a := p.args
	a.In, a.Out = in, out
	return p.w.search(&p.previousCall, p.op, a)
}

// Run calls an operation with the arguments of a row of the catalog. The World chooses Mesh, Network, Segment
// and PlanSegment itself. Run is for programs that loop over operations.
func (w *World[T]) Run(op catalog.Collective, a catalog.Args[T]) error {
	index, err := w.operationOf(op, &a)
	if err != nil {
		return err
	}
	rootOrShift := 0
	switch {
	case index == shift:
		rootOrShift = a.Shift
	case op.Rooted():
		rootOrShift = a.Root
	}
	return w.call(index, rootOrShift, &a.Op, a.Counts, a.In, a.Out)
}

// Start starts a non-blocking call like MPI_Ibcast: see plan.Request. All ranks must start their calls in the
// same order, but may wait for them in any order. Complete every call with Wait, or call Test until it
// reports completion. Start works on the ports of packages mpi and local, but not on ports of the simulator.
//
// Start uses the fields In, Out, Root, Shift, Op and Counts of `a`, as far as the operation needs them. Bcast
// uses only Out and Root. Reductions also use Op, Shift uses Shift, and operations on blocks of different
// lengths use Counts. The World chooses Mesh, Network, Segment and PlanSegment itself. Radix is not used.
func (w *World[T]) Start(op catalog.Collective, a catalog.Args[T]) (plan.Request, error) {
	index, ch, err := w.checkAndChoose("Start", op, &a)
	if err != nil {
		return nil, err
	}
	request, err := ch.row.Start(w.c, a)
	return request, w.wrapError(index, err)
}

// Init returns a request for a persistent call, like MPI_Bcast_init. The request can be started any number of
// times.
func (w *World[T]) Init(op catalog.Collective, a catalog.Args[T]) (plan.Request, error) {
	index, ch, err := w.checkAndChoose("Init", op, &a)
	if err != nil {
		return nil, err
	}
	request, err := ch.row.Init(w.c, a)
	return request, w.wrapError(index, err)
}

// Choice returns the algorithm of a call. Its Time is 0 if the algorithm comes from the table.
func (w *World[T]) Choice(op catalog.Collective, a catalog.Args[T]) (Candidate, error) {
	_, ch, err := w.checkAndChoose("", op, &a)
	if err != nil {
		return Candidate{}, err
	}
	return ch.Candidate, nil
}

// ChoiceFor is like Choice, but takes a Call instead of buffers. It ignores P, because the call is for all
// ranks of w.
func (w *World[T]) ChoiceFor(call Call) (Candidate, error) {
	index := operation(slices.Index(catalog.Collectives(), call.Op))
	if index < 0 || call.Bytes < 0 {
		return Candidate{},
			comm.Refuse("coll: ChoiceFor: got %d bytes and operation %q, want 0 or more bytes and one of %v",
				call.Bytes, call.Op, catalog.Collectives())
	}
	q := 0
	if index == shift {
		q = topo.Mod(call.Shift, w.Size())
	}
	ch, err := w.findChoice(index, call.Bytes/max(1, wordBytes[T]()), callKind{ordered: call.Ordered, shift: q})
	if err != nil {
		return Candidate{}, err
	}
	return ch.Candidate, nil
}

// checkAndChoose checks the arguments of a call, chooses its algorithm, and sets the arguments that depend on
// the algorithm. Unless `procedure` is "", it also compares the call across the ranks of a checked world.
func (w *World[T]) checkAndChoose(procedure string, op catalog.Collective,
	a *catalog.Args[T]) (index operation, ch *choice[T], err error) {
	index, err = w.operationOf(op, a)
	if err != nil {
		return 0, nil, err
	}
	words, err := w.check(index, a)
	if procedure != "" && w.isChecked() {
		err = w.compareCall(w.describe(procedure, index, words, a), err)
	}
	if err != nil {
		return 0, nil, err
	}
	if ch, err = w.findChoice(index, words, kindOf(a)); err != nil {
		return 0, nil, err
	}
	ch.setArguments(a, words)
	return index, ch, nil
}

// operationOf returns the operation of a call. It reduces a.Shift to 0..p-1, or to 0 if op is not a shift.
func (w *World[T]) operationOf(op catalog.Collective, a *catalog.Args[T]) (operation, error) {
	index := operation(slices.Index(catalog.Collectives(), op))
	if index < 0 {
		return 0, comm.Refuse("coll: operation %q, want one of %v", op, catalog.Collectives())
	}
	if w == nil {
		return 0, refuseNil(functionNames[index])
	}
	if index == shift {
		a.Shift = topo.Mod(a.Shift, w.Size())
	} else {
		a.Shift = 0
	}
	return index, nil
}
