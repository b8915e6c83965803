package hcube

import (
	"cmp"

	"topocoll/comm"
)

// ReduceGather combines the x of every node at node root in two phases: an all-to-all reduction of the
// p parts of x, and a gather of the sums.
//
// On return root's result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. The
// other nodes' result may be nil. p need not divide m. op must commute. Other p as in ReduceScatter.
// 2 log p steps: T = 2(ts log p + tw(m/p)(p-1)), under SF and CT alike.
//
// "Improving the speed of some operations", section 4.7 (2nd ed.); Rabenseifner's reduction; cf. MPI_Reduce.
func ReduceGather[T any](c *comm.Comm[T], root int, op comm.Op[T], x, result []T) error {
	if err := cmp.Or(comm.CheckReduce("hcube: ReduceGather", c, root, op, x, result),
		op.CheckCommutes("hcube: ReduceGather")); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Label(), len(x)
	blocks := comm.SplitBlocks(p, m)
	mine := c.Scratch(blocks.Len(me))
	defer c.Release(mine)
	if me == root {
		mine = comm.Block(blocks, result, me)
	}
	if err := ReduceScatterv(c, op, blocks, x, mine); err != nil {
		return err
	}
	return Gatherv(c, root, blocks, mine, result)
}
