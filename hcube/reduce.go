package hcube

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo"
)

// Reduce combines the vectors x of all nodes at node root of a d-cube, one dimension at a time, lowest first.
//
// On return, root's result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. On the
// other nodes, `result` may be nil. Operands are combined in label order. p = 2^d; any other p uses an
// incomplete hypercube, in ceil(log p) steps.
// log p steps of m words: T = (ts + tw·m) log p, under SF and CT.
//
// SINGLE_NODE_ACC, Program 3.3 (1st ed.), ALL_TO_ONE_REDUCE, Algorithm 4.3 (2nd ed.); cf. MPI_Reduce.
// Unlike in these listings, root may be any node, as in Program 3.2, and x is unchanged.
func Reduce[T any](c *comm.Comm[T], root int, op comm.Op[T], x, result []T) error {
	if err := comm.CheckReduce("hcube: Reduce", c, root, op, x, result); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Label(), len(x)
	virtualID := topo.VirtualID(me, root, p)
	scratch := c.Scratch(2 * m)
	defer c.Release(scratch)
	total, spare := scratch[:m], scratch[m:]
	if me == root {
		total = result
	}

	sum, in := x, total // the first sum is received into `total`
	if comm.Same(x, result) {
		in = spare // result aliases x, which must not be overwritten yet
	}
	mask := 0
	for i := range topo.CubeDim(p) {
		bit := 1 << i
		if virtualID&mask == 0 {
			partner := topo.Partner(me, i, root, p) // me XOR 2^i on a full cube
			switch {
			case virtualID&bit != 0:
				c.Send(partner, sum)
			case partner == comm.None:
			default:
				c.Recv(partner, in)
				combineInOrder(op, total, sum, in, me, partner)
				sum, in = total, spare
			}
		}
		mask ^= bit
	}
	if p == 1 {
		c.Copy(result, x)
	}
	return c.Err()
}

// ReduceGather combines the vectors x of all nodes at node root in two phases: an all-to-all reduction of the
// p parts of x, and a gather of the sums.
//
// On return, root's result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. On the
// other nodes, `result` may be nil. p need not divide m. op must commute. p = 2^d; for any other p see
// ReduceScatter and Gather.
// 2 log p steps: T = 2(ts log p + tw(m/p)(p-1)), under SF and CT.
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
	if err := ReduceScatter(c, op, x, mine, blocks); err != nil {
		return err
	}
	return Gather(c, root, mine, result, blocks)
}
