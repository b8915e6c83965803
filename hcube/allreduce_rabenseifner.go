package hcube

import (
	"cmp"

	"topocoll/comm"
)

// AllreduceRabenseifner combines the x of every node on every node: an all-to-all reduction of the p parts
// of x, and an all-to-all broadcast of the sums.
//
// On return result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. p need not
// divide m. op must commute. Other p as in ReduceScatter and Allgather.
// 2 log p steps: T = 2(ts log p + tw(m/p)(p-1)), under SF and CT alike.
//
// Algorithms 4.8 and 4.7 (2nd ed.) in sequence; cf. MPI_Allreduce.
func AllreduceRabenseifner[T any](c *comm.Comm[T], op comm.Op[T], x, result []T) error {
	if err := cmp.Or(op.CheckCommutes("hcube: AllreduceRabenseifner"),
		comm.CheckAllreduce("hcube: AllreduceRabenseifner", op, x, result)); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Label(), len(x)
	blocks := comm.SplitBlocks(p, m)
	if err := ReduceScatterv(c, op, blocks, x, comm.Block(blocks, result, me)); err != nil {
		return err
	}
	return Allgatherv(c, blocks, result)
}
