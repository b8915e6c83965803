package hcube

import (
	"topocoll/comm"
	"topocoll/topo"
)

// Allgather collects the block of every node on every node of a d-cube (all-to-all broadcast): along
// each dimension, pairs exchange all they hold.
//
// On return result holds node i's mine as its i-th block; len(mine) = m, len(result) = p·m. p = 2^d;
// for any other p the spare nodes are folded in and out: two steps more, of m and of p·m words.
// log p steps of m, 2m, ..., p·m/2 words: T = ts log p + tw·m(p-1), under SF and CT alike.
//
// ALL_TO_ALL_BC_HCUBE, Program 3.6 (1st ed.), Algorithm 4.7 (2nd ed.); cf. MPI_Allgather.
func Allgather[T any](c *comm.Comm[T], mine, result []T) error {
	if err := comm.CheckAllgather("hcube: Allgather", c, mine, result); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Rank(), len(mine)
	blocks := comm.EqualBlocks(p, m)
	copy(comm.Block(blocks, result, me), mine)
	return Allgatherv(c, blocks, result)
}

// Allgatherv is Allgather in place, with blocks of any lengths: node i's own block is in result already.
//
// Cf. MPI_Allgatherv with MPI_IN_PLACE.
func Allgatherv[T any](c *comm.Comm[T], blocks comm.Blocks, result []T) error {
	if err := comm.CheckAllgatherv("hcube: Allgatherv", c, blocks, result); err != nil {
		return err
	}
	p, me := c.Size(), c.Rank()
	fold := topo.FoldCube(p)
	node := fold.Node(me)
	host, spare := fold.Host(node), fold.Spare(node)
	if me == spare {
		c.Send(host, comm.Block(blocks, result, me))
		c.Recv(host, result)
		return c.Err()
	}

	if spare != comm.None {
		c.Recv(spare, comm.Block(blocks, result, spare))
	}
	for i := range fold.D {
		partner := node ^ 1<<i
		send := foldedBlock(fold, blocks, result, node, i)
		recv := foldedBlock(fold, blocks, result, partner, i)
		c.SendRecv(fold.Host(partner), send, fold.Host(partner), recv)
	}
	if spare != comm.None {
		c.Send(spare, result)
	}
	return c.Err()
}

// foldedBlock returns the blocks of the labels in the level-i subcube of a logical node.
func foldedBlock[T any](fold topo.Fold, blocks comm.Blocks, x []T, node, i int) []T {
	first := node >> i << i
	return comm.BlockRange(blocks, x, fold.Host(first), fold.Host(first+1<<i))
}
