package coll

import (
	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/topo"
)

// Bcast sends x from root to every rank (one-to-all broadcast). x has the same length on every rank.
func Bcast[T any](w *World[T], root int, x []T) error {
	return w.call(bcast, root, nil, nil, nil, x)
}

// Reduce combines the slices x of all ranks, in label order, in the slice `result` of root (all-to-one
// reduction). On root, len(result) = len(x); on the other ranks, `result` may be nil.
func Reduce[T any](w *World[T], root int, op comm.Op[T], x, result []T) error {
	return w.call(reduce, root, &op, nil, x, result)
}

// Allgather concatenates the slices `mine` of all ranks in the slice `result` of every rank (all-to-all
// broadcast). len(result) = p·len(mine).
func Allgather[T any](w *World[T], mine, result []T) error {
	return w.call(allgather, 0, nil, nil, mine, result)
}

// ReduceScatter combines block i of the inputs of all ranks into the slice `mine` of rank i (all-to-all
// reduction). len(all) = p·len(mine); op must commute.
func ReduceScatter[T any](w *World[T], op comm.Op[T], all, mine []T) error {
	return w.call(reduceScatter, 0, &op, nil, all, mine)
}

// Allreduce combines the slices x of all ranks, in label order, on every rank. len(result) = len(x).
func Allreduce[T any](w *World[T], op comm.Op[T], x, result []T) error {
	return w.call(allreduce, 0, &op, nil, x, result)
}

// Scan combines, on rank i, the slices x of the ranks 0 to i (prefix sums). len(result) = len(x).
func Scan[T any](w *World[T], op comm.Op[T], x, result []T) error {
	return w.call(scan, 0, &op, nil, x, result)
}

// Exscan combines, on rank i, the slices x of the ranks 0 to i-1 (exclusive prefix sums). On rank 0, the
// content of `result` is undefined. len(result) = len(x).
func Exscan[T any](w *World[T], op comm.Op[T], x, result []T) error {
	return w.call(exscan, 0, &op, nil, x, result)
}

// Scatter sends block i of root's slice `all` to rank i, into the slice `mine` (one-to-all personalised
// communication). On root, len(all) = p·len(mine); on the other ranks, `all` may be nil.
func Scatter[T any](w *World[T], root int, all, mine []T) error {
	return w.call(scatter, root, nil, nil, all, mine)
}

// Gather concatenates the slices `mine` of all ranks in the slice `all` of root. On root, len(all) =
// p·len(mine); on the other ranks, `all` may be nil.
func Gather[T any](w *World[T], root int, mine, all []T) error {
	return w.call(gather, root, nil, nil, mine, all)
}

// Alltoall sends block j of rank i's slice `all` to rank j, where it becomes block i of `result` (all-to-all
// personalised communication, or total exchange). Both slices have p blocks of the same length.
func Alltoall[T any](w *World[T], all, result []T) error {
	return w.call(alltoall, 0, nil, nil, all, result)
}

// Shift sends x from rank i to rank (i + q) mod p (circular q-shift). q is any integer; len(result) = len(x).
func Shift[T any](w *World[T], q int, x, result []T) error {
	if w != nil { // if w is nil, w.call returns an error
		q = topo.Mod(q, w.Size())
	}
	return w.call(shift, q, nil, nil, x, result)
}

// Barrier returns when all ranks have called it.
func Barrier[T any](w *World[T]) error { return w.call(barrier, 0, nil, nil, nil, nil) }

// Allgatherv is like Allgather, but blocks may have different lengths. On rank i, `mine` has the length of
// block i, and `result` has the total length.
//
// All ranks must pass the same counts; unlike in MPI_Gatherv, also ranks other than the root. Create them
// once with catalog.CountsOf, because the World retains the plans for each Counts until Free. The World
// chooses among the algorithms that accept counts, according to the average length of a block. All these
// rules also apply to the other calls with counts.
func Allgatherv[T any](w *World[T], counts *catalog.Counts, mine, result []T) error {
	return w.callWithCounts(allgather, 0, nil, counts, mine, result)
}

// ReduceScatterv is like ReduceScatter, but blocks may have different lengths. On rank i, `mine` has the
// length of block i, and `all` has the total length.
func ReduceScatterv[T any](w *World[T], op comm.Op[T], counts *catalog.Counts, all, mine []T) error {
	return w.callWithCounts(reduceScatter, 0, &op, counts, all, mine)
}

// Scatterv is like Scatter, but blocks may have different lengths.
func Scatterv[T any](w *World[T], root int, counts *catalog.Counts, all, mine []T) error {
	return w.callWithCounts(scatter, root, nil, counts, all, mine)
}

// Gatherv is like Gather, but blocks may have different lengths.
func Gatherv[T any](w *World[T], root int, counts *catalog.Counts, mine, all []T) error {
	return w.callWithCounts(gather, root, nil, counts, mine, all)
}

// Alltoallv is like Alltoall, but blocks may have different lengths. `counts` has the input counts of every
// rank, because some algorithms forward blocks of other ranks.
func Alltoallv[T any](w *World[T], counts *catalog.Counts, all, result []T) error {
	return w.callWithCounts(alltoall, 0, nil, counts, all, result)
}

// callWithCounts executes a call whose blocks may have different lengths. It replaces nil counts by noCounts,
// because nil means equal blocks in Args.Counts.
func (w *World[T]) callWithCounts(op operation, root int, operator *comm.Op[T], counts *catalog.Counts, in,
	out []T) error {
	if counts == nil {
		counts = noCounts
	}
	return w.call(op, root, operator, counts, in, out)
}
