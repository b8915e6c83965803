package hcube

import (
	"topocoll/comm"
	"topocoll/topo"
)

// ReduceScatter combines the blocks that all nodes have for one node, at that node, for every node of a
// d-cube (all-to-all reduction, recursive halving): along each dimension, highest first, a node hands over
// the sums for the other half and keeps those for its own.
//
// On return mine[j] = word j of block i of all on node 0 ⊕ ... ⊕ on node p-1, at node i;
// len(all) = p·m, len(mine) = m. op must commute: the sums combine nodes 0, 4, 2, 6, ... p = 2^d; for any
// other p the spare nodes are folded in and out: two steps more, of p·m and of m words.
// log p steps of p·m/2, ..., m words: T = ts log p + tw·m(p-1), under SF and CT alike.
//
// ALL_TO_ALL_RED_HCUBE, Algorithm 4.8 (2nd ed.); cf. MPI_Reduce_scatter_block. Differs: all is left as it
// was.
func ReduceScatter[T any](c *comm.Comm[T], op comm.Op[T], all, mine []T) error {
	if err := comm.CheckReduceScatter("hcube: ReduceScatter", c, op, all, mine); err != nil {
		return err
	}
	return ReduceScatterv(c, op, comm.EqualBlocks(c.Size(), len(mine)), all, mine)
}

// ReduceScatterv is ReduceScatter with blocks of any lengths. mine may be this node's block of all.
//
// Cf. MPI_Reduce_scatter.
func ReduceScatterv[T any](c *comm.Comm[T], op comm.Op[T], blocks comm.Blocks, all, mine []T) error {
	if err := comm.CheckReduceScatterv("hcube: ReduceScatterv", c, op, blocks, all, mine); err != nil {
		return err
	}
	p, me, n := c.Size(), c.Rank(), len(all)
	fold := topo.FoldCube(p)
	node := fold.Node(me)
	host, spare := fold.Host(node), fold.Spare(node)
	if me == spare {
		c.Send(host, all)
		c.Recv(host, mine)
		return c.Err()
	}
	scratch := c.Scratch(2 * n)
	defer c.Release(scratch)

	msg, in := all, scratch[:n] // the first sums are received where the total goes
	total, temp := scratch[:n], scratch[n:]
	if spare != comm.None {
		c.Recv(spare, in)
		op.Apply(total, in, msg)
		msg, in = total, temp
	}
	for i := fold.D - 1; i >= 0; i-- {
		partner := node ^ 1<<i
		to := fold.Host(partner)
		c.SendRecv(to, foldedBlock(fold, blocks, msg, partner, i), to, foldedBlock(fold, blocks, in, node, i))
		op.Apply(foldedBlock(fold, blocks, total, node, i), foldedBlock(fold, blocks, in, node, i), foldedBlock(fold, blocks, msg, node, i))
		msg, in = total, temp
	}
	copy(mine, comm.Block(blocks, msg, me))
	if spare != comm.None {
		c.Send(spare, comm.Block(blocks, msg, spare))
	}
	return c.Err()
}
