package coll

import (
	"slices"

	"topocoll/catalog"
	"topocoll/comm"
)

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
	sent := counts.All()
	if len(sent) != nodes {
		return 0, comm.Refuse("coll: %s on %d ranks: counts of %d inputs, want %d", op, p, len(sent), nodes)
	}
	for _, blocks := range sent {
		if blocks.Count() != p {
			return 0, comm.Refuse("coll: %s on %d ranks: %d counts, want %d", op, p, blocks.Count(), p)
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
