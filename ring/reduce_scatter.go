package ring

import (
	"topocoll/comm"
	"topocoll/topo"
)

// ReduceScatter combines, on every node, the blocks that all nodes have for it (all-to-all reduction).
//
// On return mine[j] = word j of block i of all on node 0 ⊕ ... ⊕ on node p-1, at node i;
// len(all) = p·m, len(mine) = m. Any p. op must commute: a sum starts at its node's right neighbour.
// p-1 steps of m words: T = (ts + tw·m)(p-1), under SF and CT alike.
//
// ALL_TO_ALL_RED_RING, Algorithm 4.5 (2nd ed.); cf. MPI_Reduce_scatter_block. Differs: the first step
// sends an uncombined block, so op needs no identity.
func ReduceScatter[T any](c *comm.Comm[T], op comm.Op[T], all, mine []T) error {
	if err := comm.CheckReduceScatter("ring: ReduceScatter", c, op, all, mine); err != nil {
		return err
	}
	return ReduceScatterv(c, op, comm.EqualBlocks(c.Size(), len(mine)), all, mine)
}

// ReduceScatterv is ReduceScatter with blocks of any lengths. mine may be this node's block of all.
//
// p-1 steps; cf. MPI_Reduce_scatter.
func ReduceScatterv[T any](c *comm.Comm[T], op comm.Op[T], blocks comm.Blocks, all, mine []T) error {
	if err := comm.CheckReduceScatterv("ring: ReduceScatterv", c, op, blocks, all, mine); err != nil {
		return err
	}
	p, me := c.Size(), c.Label()
	left, right := topo.Mod(me-1, p), topo.Mod(me+1, p)
	longest := blocks.Longest()
	scratch := c.Scratch(2 * longest)
	defer c.Release(scratch)
	in, spare := scratch[:longest], scratch[longest:]

	sum := comm.Block(blocks, all, right)
	for i := 1; i < p; i++ {
		j := topo.Mod(me+i+1, p) // the block whose sum comes from the right
		own := comm.Block(blocks, all, j)
		recv := in[:len(own)]
		if j == me && !comm.Same(mine, own) {
			recv = mine
		}
		c.SendRecv(left, sum, right, recv)
		op.Apply(recv, recv, own)
		sum, in, spare = recv, spare, in
	}
	if p == 1 || !comm.Same(sum, mine) {
		c.Copy(mine, sum)
	}
	return c.Err()
}
