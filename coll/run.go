package coll

import (
	"slices"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/plan"
	"topocoll/topo"
)

// call checks a call with blocks of so many words, and carries it out.
func (w *World[T]) call(op operation, words int, a catalog.Args[T]) error {
	err := w.check(op, &a)
	if w.checker != nil {
		err = w.checker.Agree(w.describe(op, words, &a), err)
	}
	if err != nil {
		return err
	}
	ch, err := w.find(op, words, kindOf(&a))
	if err != nil {
		return err
	}
	ch.complete(&a)
	return ch.row.Run(w.c, a)
}

// kindOf returns the kind of a call.
func kindOf[T any](a *catalog.Args[T]) kind {
	return kind{ordered: a.Op.Apply != nil && !a.Op.Commutative, counted: a.Counts != nil, shift: a.Shift}
}

// Run is the operation with the arguments of a row of the catalog, of which Mesh, Network, Segment and Cut are chosen. It is for programs
// that loop over operations; the functions of this package are the same calls.
func (w *World[T]) Run(op catalog.Collective, a catalog.Args[T]) error {
	at, words, err := w.of(op, &a)
	if err != nil {
		return err
	}
	return w.call(at, words, a)
}

// Start begins what Run does, and returns while it goes on, as MPI_Ibcast and its like do: see plan.Request. All ranks start their calls
// in the same order, and wait for them in any. It is for ports of mpi and local, not for the simulator's.
func (w *World[T]) Start(op catalog.Collective, a catalog.Args[T]) (plan.Request, error) {
	ch, err := w.chosen(op, &a)
	if err != nil {
		return nil, err
	}
	ch.complete(&a)
	return ch.row.Start(w.c, a)
}

// Init returns a request for a call with these arguments that can be started any number of times, as MPI_Bcast_init and its like do.
func (w *World[T]) Init(op catalog.Collective, a catalog.Args[T]) (plan.Request, error) {
	ch, err := w.chosen(op, &a)
	if err != nil {
		return nil, err
	}
	ch.complete(&a)
	return ch.row.Init(w.c, a)
}

// Load makes the choice and the plan of a call, and sends nothing, so that the next such call takes no longer than all later ones.
func (w *World[T]) Load(op catalog.Collective, a catalog.Args[T]) error {
	ch, err := w.chosen(op, &a)
	if err != nil {
		return err
	}
	ch.complete(&a)
	return ch.row.Load(w.c, a)
}

// Choice returns what a call takes. Its Time is 0 if the table has chosen it.
func (w *World[T]) Choice(op catalog.Collective, a catalog.Args[T]) (Candidate, error) {
	ch, err := w.chosen(op, &a)
	if err != nil {
		return Candidate{}, err
	}
	return ch.Candidate, nil
}

// ChoiceFor is Choice without the buffers. The call is one of all ranks, whatever its P.
func (w *World[T]) ChoiceFor(call Call) (Candidate, error) {
	at := operation(slices.Index(catalog.Collectives(), call.Op))
	if at < 0 || call.Bytes < 0 {
		return Candidate{}, comm.Refuse("coll: ChoiceFor: %d bytes of operation %q, want 0 or more of one of %v", call.Bytes, call.Op, catalog.Collectives())
	}
	q := 0
	if at == shift {
		q = topo.Mod(call.Shift, w.Size())
	}
	ch, err := w.find(at, call.Bytes/max(1, wordBytes[T]()), kind{ordered: call.Ordered, shift: q})
	if err != nil {
		return Candidate{}, err
	}
	return ch.Candidate, nil
}

func (w *World[T]) chosen(op catalog.Collective, a *catalog.Args[T]) (*choice[T], error) {
	at, words, err := w.of(op, a)
	if err != nil {
		return nil, err
	}
	if err := w.check(at, a); err != nil {
		return nil, err
	}
	return w.find(at, words, kindOf(a))
}

// of returns the operation of a call and the words of a block, and brings the distance of a shift to 0..p-1; of other operations
// it is 0.
func (w *World[T]) of(op catalog.Collective, a *catalog.Args[T]) (at operation, words int, err error) {
	at = operation(slices.Index(catalog.Collectives(), op))
	if at < 0 {
		return 0, 0, comm.Refuse("coll: operation %q, want one of %v", op, catalog.Collectives())
	}
	if at == shift {
		a.Shift = topo.Mod(a.Shift, w.Size())
	} else {
		a.Shift = 0
	}
	if a.Counts != nil {
		words, err = w.average(at, a.Counts)
		return at, words, err
	}
	switch at {
	case bcast, reduceScatter, scatter:
		words = len(a.Out)
	case alltoall:
		words = len(a.In) / w.Size()
	case barrier:
	default:
		words = len(a.In)
	}
	return at, words, nil
}

// check refuses the arguments of a call that no algorithm takes.
func (w *World[T]) check(at operation, a *catalog.Args[T]) error {
	if a.Counts != nil {
		return nil // the algorithm does it, see average for the counts
	}
	switch at {
	case bcast:
		return comm.CheckRoot("coll: Bcast", a.Root, w.Size())
	case reduce:
		return comm.CheckReduce("coll: Reduce", w.c, a.Root, a.Op, a.In, a.Out)
	case allgather:
		return comm.CheckAllgather("coll: Allgather", w.c, a.In, a.Out)
	case reduceScatter:
		return comm.CheckReduceScatter("coll: ReduceScatter", w.c, a.Op, a.In, a.Out)
	case allreduce:
		return comm.CheckAllreduce("coll: Allreduce", a.Op, a.In, a.Out)
	case scan:
		return comm.CheckAllreduce("coll: Scan", a.Op, a.In, a.Out)
	case exscan:
		return comm.CheckAllreduce("coll: Exscan", a.Op, a.In, a.Out)
	case scatter:
		return comm.CheckScatter("coll: Scatter", w.c, a.Root, a.In, a.Out)
	case gather:
		return comm.CheckScatter("coll: Gather", w.c, a.Root, a.Out, a.In)
	case alltoall:
		return comm.CheckAlltoall("coll: Alltoall", w.c, a.In, a.Out)
	case shift:
		return comm.CheckLen("coll: Shift", "result", len(a.Out), len(a.In))
	}
	return nil
}
