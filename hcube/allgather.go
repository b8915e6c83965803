package hcube

import "topocoll/comm"

// Allgather collects the block of every node on every node of a d-cube (all-to-all broadcast). Along each
// dimension, pairs of nodes exchange all blocks that they have collected.
//
// On return, block i of result is the slice `mine` of node i. len(mine) = m, len(result) = p·m. p = 2^d; for
// any other p, the spare nodes are folded in and out, in two more steps, one of m words and one of p·m words.
// log p steps of m, 2m, ..., p·m/2 words: T = ts log p + tw·m(p-1), under SF and CT.
//
// ALL_TO_ALL_BC_HCUBE, Program 3.6 (1st ed.), Algorithm 4.7 (2nd ed.); cf. MPI_Allgather.
//
// If the blocks have different lengths, pass them as `counts`; `mine` then has the length of this node's
// block; cf. MPI_Allgatherv. `mine` may alias this node's block of result, as with MPI_IN_PLACE.
func Allgather[T any](c *comm.Comm[T], mine, result []T, counts ...comm.Blocks) error {
	blocks := comm.BlocksOf(c, len(mine), counts)
	if err := comm.CheckAllgather("hcube: Allgather", c, blocks, mine, result); err != nil {
		return err
	}
	c.Copy(comm.Block(blocks, result, c.Label()), mine)
	cube := foldCube(c)
	if cube.runSpare(comm.Block(blocks, result, c.Label()), result) {
		return c.Err()
	}

	if cube.spare != comm.None {
		c.Recv(cube.spare, comm.Block(blocks, result, cube.spare))
	}
	for i := range cube.D {
		partner := cube.node ^ 1<<i
		send := cube.subcube(blocks, result, cube.node, i)
		recv := cube.subcube(blocks, result, partner, i)
		c.SendRecv(cube.Host(partner), send, cube.Host(partner), recv)
	}
	c.Send(cube.spare, result)
	return c.Err()
}
