package coll

import (
	"errors"
	"fmt"
	"slices"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/internal/check"
	"topocoll/plan"
)

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
	ch.setArguments(&a, words)
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

func kindOf[T any](a *catalog.Args[T]) callKind {
	return callKind{ordered: a.Op.Apply != nil && !a.Op.Commutative, hasCounts: a.Counts != nil, shift: a.Shift}
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

// noCounts is refused by meanBlockWords.
var noCounts = catalog.CountsOf()

// meanBlockWords returns the mean number of words in a block, or an error if the counts are invalid.
func (w *World[T]) meanBlockWords(index operation, counts *catalog.Counts) (words int, err error) {
	op, p, nodes := index.collective(), w.Size(), 1
	if op.MPIVector() == "" {
		return 0, comm.Refuse("coll: counts given for %s; only these operations take counts: %v", op,
			operationsWithCounts())
	}
	if index == alltoall {
		nodes = p
	}
	if counts == noCounts {
		return 0, comm.Refuse("coll: %[1]sv: counts is nil, want the block lengths of all ranks "+
			"(catalog.CountsOf); if all blocks have the same length, call %[1]s", functionNames[index])
	}
	sent, procedure := counts.All(), "coll: "+functionNames[index]+"v"
	if len(sent) != nodes {
		return 0, comm.Refuse("%s: counts of %d inputs, want %d", procedure, len(sent), nodes)
	}
	for _, blocks := range sent {
		if err := comm.CheckBlocks(procedure, blocks, p); err != nil {
			return 0, err
		}
		words += blocks.Total()
	}
	return words / (nodes * p), nil
}

// operationsWithCounts returns the operations that have a variant with counts, such as MPI_Allgatherv.
func operationsWithCounts() []catalog.Collective {
	return slices.DeleteFunc(catalog.Collectives(),
		func(op catalog.Collective) bool { return op.MPIVector() == "" })
}
