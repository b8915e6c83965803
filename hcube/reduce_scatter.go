package hcube

import "topocoll/comm"

// ReduceScatter combines the i-th blocks of all nodes of a d-cube on node i, for every i (all-to-all
// reduction, recursive halving). Along each dimension, highest first, a node sends the sums for the other
// half and keeps the sums for its own half.
//
// On return, the slice `mine` of node i is the sum over all nodes of block i of the slice `all`: mine[j] =
// word j of node 0's block i ⊕ ... ⊕ word j of node p-1's block i; len(all) = p·m, len(mine) = m. op must
// commute, because nodes do not combine the vectors in the order of their labels. For p = 8, for example,
// node 7 combines them in the bit-reversed order 0, 4, 2, 6, 1, 5, 3, 7. If p = 2^d, there are log p steps of
// p·m/2, ..., m words: T = ts log p + tw·m(p-1), under SF and CT. For any other p, the spare nodes are folded
// in and out, in two more steps, one of p·m words and one of m words.
//
// ALL_TO_ALL_RED_HCUBE, Algorithm 4.8 (2nd ed.); cf. MPI_Reduce_scatter_block. Unlike in the book, the slice
// `all` is unchanged.
//
// If the blocks have different lengths, pass them as `counts`; `mine` then has the length of this node's
// block; cf. MPI_Reduce_scatter. `mine` may alias this node's block of `all`.
func ReduceScatter[T any](c *comm.Comm[T], op comm.Op[T], all, mine []T, counts ...comm.Blocks) error {
	blocks := comm.BlocksOf(c, len(mine), counts)
	if err := comm.CheckReduceScatter("hcube: ReduceScatter", c, op, blocks, all, mine); err != nil {
		return err
	}
	n := len(all)
	cube := foldCube(c)
	if cube.runSpare(all, mine) {
		return c.Err()
	}
	scratch := c.Scratch(2 * n)
	defer c.Release(scratch)

	msg, in := all, scratch[:n] // the first sums are received into the memory of `total`
	total, temp := scratch[:n], scratch[n:]
	if cube.spare != comm.None {
		c.Recv(cube.spare, in)
		op.Apply(total, in, msg)
		msg, in = total, temp
	}
	for i := cube.D - 1; i >= 0; i-- {
		partner := cube.node ^ 1<<i
		send := cube.subcube(blocks, msg, partner, i)
		recv := cube.subcube(blocks, in, cube.node, i)
		c.SendRecv(cube.Host(partner), send, cube.Host(partner), recv)
		op.Apply(cube.subcube(blocks, total, cube.node, i), recv, cube.subcube(blocks, msg, cube.node, i))
		msg, in = total, temp
	}
	c.Copy(mine, comm.Block(blocks, msg, c.Label()))
	if cube.spare != comm.None {
		c.Send(cube.spare, comm.Block(blocks, msg, cube.spare))
	}
	return c.Err()
}
