package circulant

import (
	"cmp"

	"topocoll/comm"
)

// Allreduce combines the x of every node on every node: ReduceScatter of the p parts of x, and AllgatherBruck of the sums.
//
// On return result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. op must commute. Any p, without folding;
// p need not divide m.
// 2 ceil(log p) rounds: T = 2(ceil(log p)·ts + tw(m/p)(p-1)), where every node is one link away.
//
// Träff 2025, which is Rabenseifner's for any p; cf. MPI_Allreduce.
func Allreduce[T any](c *comm.Comm[T], op comm.Op[T], x, result []T) error {
	if err := cmp.Or(op.CheckCommutes("circulant: Allreduce"),
		comm.CheckAllreduce("circulant: Allreduce", op, x, result)); err != nil {
		return err
	}
	blocks := comm.SplitBlocks(c.Size(), len(x))
	if err := ReduceScatterv(c, op, blocks, x, comm.Block(blocks, result, c.Label())); err != nil {
		return err
	}
	return AllgathervBruck(c, 2, blocks, result)
}
