package butterfly

import (
	"math/bits"

	"topocoll/comm"
)

// ReduceScatterInOrder combines, on every node, the blocks that all nodes have for it, in the order of the labels: neighbours exchange the
// sums for half of the blocks first, then groups of two, of four, and so on, so sums are always of consecutive nodes. At the end a node has
// the block whose number is its own one read backwards, and sends it where it belongs.
//
// On return mine[j] = word j of block i of all on node 0 ⊕ ... ⊕ on node p-1, at node i; len(all) = p·m, len(mine) = m. Label order
// is kept. p = 2^d; for any other p the spare nodes are folded in and out: two more rounds, of p·m and of m words.
// log p rounds of p·m/2, ..., m words, and one of m: T = ts(log p + 1) + tw·m·p, where every node is one link away and p > 2.
//
// Träff 2005, the butterfly with a mirror permutation; cf. MPI_Reduce_scatter_block, Open MPI's butterfly.
func ReduceScatterInOrder[T any](c *comm.Comm[T], op comm.Op[T], all, mine []T) error {
	if err := comm.CheckReduceScatterInOrder("butterfly: ReduceScatterInOrder", c, op, all, mine); err != nil {
		return err
	}
	return ReduceScattervInOrder(c, op, comm.EqualBlocks(c.Size(), len(mine)), all, mine)
}

// ReduceScattervInOrder is ReduceScatterInOrder with blocks of any lengths. mine may be this node's block of all.
//
// Cf. MPI_Reduce_scatter.
func ReduceScattervInOrder[T any](c *comm.Comm[T], op comm.Op[T], blocks comm.Blocks, all, mine []T) error {
	if err := comm.CheckReduceScattervInOrder("butterfly: ReduceScattervInOrder", c, op, blocks, all, mine); err != nil {
		return err
	}
	g := groupsOf(c, 2)
	if g.runSpare(all, mine) {
		return c.Err()
	}
	scratch := c.Scratch(2 * len(all))
	defer c.Release(scratch)
	total, in := scratch[:len(all)], scratch[len(all):]

	sums := all
	if g.spare != comm.None {
		c.Recv(g.spare, in)
		op.Apply(total, all, in)
		sums = total
	}
	last := 0 // the first of the blocks that this node still adds up
	for n := 1; n < g.nodes; n *= 2 {
		half := g.nodes / n / 2
		own, other := last, last+half
		if g.node&n != 0 {
			own, other = other, own
		}
		partner := g.Host(g.node ^ n)
		part := func(x []T, first int) []T { return comm.BlockRange(blocks, x, g.Host(first), g.Host(first+half)) }
		c.SendRecv(partner, part(sums, other), partner, part(in, own))
		if g.node&n == 0 {
			op.Apply(part(total, own), part(sums, own), part(in, own))
		} else {
			op.Apply(part(total, own), part(in, own), part(sums, own))
		}
		sums, last = total, own
	}

	result := g.group(blocks, in, g.node, 1)
	if mirror := g.mirror(); mirror == g.node {
		result = g.group(blocks, sums, g.node, 1)
	} else {
		c.SendRecv(g.Host(mirror), g.group(blocks, sums, mirror, 1), g.Host(mirror), result)
	}
	c.Copy(mine, result[:len(mine)])
	if g.spare != comm.None {
		c.Send(g.spare, result[len(mine):])
	}
	return c.Err()
}

// mirror returns the node whose number is this one's, read backwards in D bits.
func (g groups[T]) mirror() int {
	return int(bits.Reverse64(uint64(g.node)) >> (64 - g.D))
}
