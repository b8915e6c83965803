package coll

import (
	"errors"
	"fmt"
	"slices"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/internal/check"
	"topocoll/plan"
	"topocoll/topo"
)

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

// call executes a call of operation op. rootOrShift is 0 to p-1. `operator` and `counts` may be nil. If the
// arguments are the same as in the previous call of this operation, the call reaches the port after a few
// comparisons.
func (w *World[T]) call(op operation, rootOrShift int, operator *comm.Op[T], counts *catalog.Counts, in,
	out []T) error {
	if w == nil {
		return refuseNil(functionNames[op])
	}
	var opValue comm.Op[T]
	if operator != nil {
		opValue = *operator
	}
	r := &w.previousCalls[op]
	if r.rootOrShift == rootOrShift && r.operator == operatorKindOf(operator) && r.counts == counts &&
		r.bound.Fits(in, out) && w.c.Err() == nil {
		return w.wrapError(op, r.bound.Run(w.c, opValue, in, out))
	}
	return w.search(r, op, catalog.Args[T]{Root: rootOrShift, Shift: rootOrShift, Op: opValue,
		Counts: counts, In: in, Out: out})
}

// search checks the arguments of a call, executes the call, and stores the call and its plan in r.
func (w *World[T]) search(r *previousCall[T], op operation, a catalog.Args[T]) error {
	if op != shift {
		a.Shift = 0
	}
	words, err := w.check(op, &a)
	if w.isChecked() {
		err = w.compareCall(w.describe("", op, words, &a), err)
	}
	if err != nil {
		return err
	}
	return w.execute(r, op, words, a)
}

// execute executes a call whose arguments have been checked.
func (w *World[T]) execute(r *previousCall[T], op operation, words int, a catalog.Args[T]) error {
	ch, err := w.findChoice(op, words, kindOf(&a))
	if err != nil {
		return err
	}
	ch.setArguments(&a)
	bound, out, err := w.bindPlan(r, ch, &a)
	switch {
	case err != nil:
		return err
	case bound == nil:
		return w.wrapError(op, ch.row.Run(w.c, a))
	}
	return w.wrapError(op, bound.Run(w.c, a.Op, a.In, out))
}

func refuseNil(call string) error {
	return comm.Refuse("coll: %[1]s: the World is nil; call %[1]s only on ranks that belong to the World "+
		"(Split and Sub return nil on all other ranks)", call)
}

// wrapError adds the name of the operation to an error of the port. An ErrArgument already contains this
// name. If the length of a message differs between sender and receiver, the most likely cause is that ranks
// pass different lengths to the call. The error then says so.
func (w *World[T]) wrapError(op operation, err error) error {
	if err == nil || errors.Is(err, comm.ErrArgument) {
		return err
	}
	if length := (*check.LengthError)(nil); errors.As(err, &length) && !w.isChecked() {
		option := "coll.Checked"
		if _, ok := w.c.Port().(comm.Checker); ok {
			option += " or TOPOCOLL_CHECKED=1"
		}
		return lengthHint{fmt.Sprintf("coll: %s: %s; to find ranks that pass different lengths, use %s",
			functionNames[op], length.Fact, option), err}
	}
	return fmt.Errorf("coll: %s: %w", functionNames[op], err)
}

// A lengthHint is an error of the port together with a more helpful message.
type lengthHint struct {
	text string
	err  error
}

func (h lengthHint) Error() string { return h.text }
func (h lengthHint) Unwrap() error { return h.err }

// bindPlan returns the plan of a call, and the slice to pass to the plan as its output. The plan is nil if
// the port does not execute plans. Unless calls are compared across ranks, bindPlan stores the call in r.
func (w *World[T]) bindPlan(r *previousCall[T], ch *choice[T], a *catalog.Args[T]) (bound *plan.Bound[T],
	out []T, err error) {
	bound, out, err = ch.row.Bind(w.c, *a)
	if !w.isChecked() {
		*r = previousCall[T]{bound, a.Root, operatorKindOf(&a.Op), a.Counts}
	}
	return bound, out, err
}

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

func kindOf[T any](a *catalog.Args[T]) callKind {
	return callKind{ordered: a.Op.Apply != nil && !a.Op.Commutative, hasCounts: a.Counts != nil, shift: a.Shift}
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
	ch.setArguments(a)
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

// check returns the number of words in a block, or an error if no algorithm accepts the arguments.
func (w *World[T]) check(index operation, a *catalog.Args[T]) (words int, err error) {
	if a.Counts != nil {
		return w.meanBlockWords(index, a.Counts) // the algorithm checks the other arguments
	}
	equal := func(mine []T) comm.Blocks { return comm.EqualBlocks(w.Size(), len(mine)) }
	switch index {
	case bcast:
		return len(a.Out), comm.CheckRoot("coll: Bcast", a.Root, w.Size())
	case reduce:
		return len(a.In), comm.CheckReduce("coll: Reduce", w.c, a.Root, a.Op, a.In, a.Out)
	case allgather:
		return len(a.In), comm.CheckAllgather("coll: Allgather", w.c, equal(a.In), a.In, a.Out)
	case reduceScatter:
		return len(a.Out), comm.CheckReduceScatter("coll: ReduceScatter", w.c, a.Op, equal(a.Out), a.In,
			a.Out)
	case allreduce:
		return len(a.In), comm.CheckAllreduce("coll: Allreduce", a.Op, a.In, a.Out)
	case scan:
		return len(a.In), comm.CheckAllreduce("coll: Scan", a.Op, a.In, a.Out)
	case exscan:
		return len(a.In), comm.CheckAllreduce("coll: Exscan", a.Op, a.In, a.Out)
	case scatter:
		return len(a.Out), comm.CheckScatter("coll: Scatter", w.c, a.Root, equal(a.Out), a.In, a.Out)
	case gather:
		return len(a.In), comm.CheckScatter("coll: Gather", w.c, a.Root, equal(a.In), a.Out, a.In)
	case alltoall:
		return len(a.In) / w.Size(), comm.CheckAlltoall("coll: Alltoall", w.c, a.In, a.Out)
	case shift:
		return len(a.In), comm.CheckLen("coll: Shift", "result", len(a.Out), len(a.In))
	}
	return 0, nil
}
