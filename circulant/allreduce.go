package circulant

import (
	"cmp"

	"topocoll/comm"
)

// Allreduce combines the vectors x of all nodes on every node. It is a ReduceScatter of the p parts of x,
// followed by an Allgather of the sums.
//
// On return, result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. op must commute.
// Any p, without folding; p need not divide m. 2 ceil(log p) rounds: T = 2(ceil(log p)·ts + tw(m/p)(p-1)), if
// every pair of nodes is one link apart.
//
// Träff 2025, Rabenseifner's algorithm for any p; cf. MPI_Allreduce.
func Allreduce[T any](c *comm.Comm[T], op comm.Op[T], x, result []T) error {
	if err := cmp.Or(op.CheckCommutes("circulant: Allreduce"),
		comm.CheckAllreduce("circulant: Allreduce", op, x, result)); err != nil {
		return err
	}
	blocks := comm.SplitBlocks(c.Size(), len(x))
	mine := comm.Block(blocks, result, c.Label())
	if err := ReduceScatter(c, op, x, mine, blocks); err != nil {
		return err
	}
	return Allgather(c, mine, result, blocks)
}
