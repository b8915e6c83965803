package network

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo/pack"
)

// Allreduce combines the vectors of all nodes on every node: ReduceScatter, then Allgather.
//
// On return result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1, on every node; len(result) = len(x) = m, any m. result may be
// x. n has p nodes. op must commute.
// Twice as long as Allgather with blocks of m/p words.
//
// Not in the book: ForestColl (Zhao et al. 2024). Cf. MPI_Allreduce.
func Allreduce[T any](c *comm.Comm[T], n *pack.Network, op comm.Op[T], x, result []T) error {
	if err := cmp.Or(check("network: Allreduce", c, n), comm.CheckAllreduce("network: Allreduce", op, x, result),
		op.CheckCommutes("network: Allreduce")); err != nil {
		return err
	}
	blocks := comm.SplitBlocks(c.Size(), len(x))
	if err := reduceScatter(c, n, op, blocks, x, comm.Block(blocks, result, c.Label())); err != nil {
		return err
	}
	return allgather(c, n, blocks, result)
}

// AllreduceRooted is Allreduce by a Reduce to node 0 and a Bcast from it, which overlap where messages are cut.
//
// Lengths as in Allreduce. n has p nodes. op must commute.
//
// Section 4.3 (2nd ed.), on the trees of Reduce and Bcast; cf. MPI_Allreduce.
func AllreduceRooted[T any](c *comm.Comm[T], n *pack.Network, op comm.Op[T], x, result []T) error {
	if err := cmp.Or(check("network: AllreduceRooted", c, n),
		comm.CheckAllreduce("network: AllreduceRooted", op, x, result),
		op.CheckCommutes("network: AllreduceRooted")); err != nil {
		return err
	}
	if err := Reduce(c, n, 0, op, x, result); err != nil {
		return err
	}
	return Bcast(c, n, 0, result)
}
