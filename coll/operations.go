package coll

import (
	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/topo"
)

// An operation is the index of a Collective in catalog.Collectives.
type operation int

const (
	bcast operation = iota
	reduce
	allgather
	reduceScatter
	allreduce
	scan
	exscan
	scatter
	gather
	alltoall
	shift
	barrier
	operations
)

func (op operation) collective() catalog.Collective { return catalog.Collectives()[op] }

// Bcast sends x from root to every rank (one-to-all broadcast). x has the same length everywhere.
func Bcast[T any](w *World[T], root int, x []T) error {
	return w.call(bcast, len(x), catalog.Args[T]{Root: root, Out: x})
}

// Reduce combines the x of all ranks, in label order, at root (all-to-one reduction). result has the length of x on root, and may be
// nil elsewhere.
func Reduce[T any](w *World[T], root int, op comm.Op[T], x, result []T) error {
	return w.call(reduce, len(x), catalog.Args[T]{Root: root, Op: op, In: x, Out: result})
}

// Allgather puts the mine of every rank one after the other, on every rank (all-to-all broadcast). len(result) = p·len(mine).
func Allgather[T any](w *World[T], mine, result []T) error {
	return w.call(allgather, len(mine), catalog.Args[T]{In: mine, Out: result})
}

// ReduceScatter combines, on every rank, the blocks that all ranks have for it (all-to-all reduction). len(all) = p·len(mine); op
// must commute.
func ReduceScatter[T any](w *World[T], op comm.Op[T], all, mine []T) error {
	return w.call(reduceScatter, len(mine), catalog.Args[T]{Op: op, In: all, Out: mine})
}

// Allreduce combines the x of all ranks, in label order, on every rank. len(result) = len(x).
func Allreduce[T any](w *World[T], op comm.Op[T], x, result []T) error {
	return w.call(allreduce, len(x), catalog.Args[T]{Op: op, In: x, Out: result})
}

// Scan combines on rank i the x of the ranks 0 to i (prefix sums). len(result) = len(x).
func Scan[T any](w *World[T], op comm.Op[T], x, result []T) error {
	return w.call(scan, len(x), catalog.Args[T]{Op: op, In: x, Out: result})
}

// Exscan combines on rank i the x of the ranks 0 to i-1 (exclusive prefix sums). On rank 0, result has any content afterwards.
// len(result) = len(x).
func Exscan[T any](w *World[T], op comm.Op[T], x, result []T) error {
	return w.call(exscan, len(x), catalog.Args[T]{Op: op, In: x, Out: result})
}

// Scatter sends block i of root's all to rank i (one-to-all personalised). all has p·len(mine) words on root, and may be nil
// elsewhere.
func Scatter[T any](w *World[T], root int, all, mine []T) error {
	return w.call(scatter, len(mine), catalog.Args[T]{Root: root, In: all, Out: mine})
}

// Gather puts the mine of every rank one after the other at root (concatenation). all has p·len(mine) words on root, and may be nil
// elsewhere.
func Gather[T any](w *World[T], root int, mine, all []T) error {
	return w.call(gather, len(mine), catalog.Args[T]{Root: root, In: mine, Out: all})
}

// Alltoall sends block i of all to rank i, where it becomes block me of result (all-to-all personalised, total exchange). Both have
// p blocks of the same length.
func Alltoall[T any](w *World[T], all, result []T) error {
	return w.call(alltoall, len(all)/w.Size(), catalog.Args[T]{In: all, Out: result})
}

// Shift sends x from rank i to rank (i + q) mod p (circular q-shift). q is any integer; len(result) = len(x).
func Shift[T any](w *World[T], q int, x, result []T) error {
	return w.call(shift, len(x), catalog.Args[T]{Shift: topo.Mod(q, w.Size()), In: x, Out: result})
}

// Barrier returns when all ranks have called it.
func Barrier[T any](w *World[T]) error { return w.call(barrier, 0, catalog.Args[T]{}) }
