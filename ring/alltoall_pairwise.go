package ring

import (
	"topocoll/comm"
	"topocoll/topo"
)

// AlltoallPairwise sends a distinct block from every node directly to every node: in step i, node j sends to node
// j + i and receives from node j - i, mod p.
//
// On return block i of result is this node's block of all of node i; len(all) = len(result) = p·m. Any p.
// p-1 steps of m words: T = (ts + tw·m)(p-1) where every node is one link away.
//
// Algorithm 4.10 (2nd ed.) with i + j mod p in place of i XOR j; cf. MPI_Alltoall.
func AlltoallPairwise[T any](c *comm.Comm[T], all, result []T) error {
	if err := comm.CheckAlltoall("ring: AlltoallPairwise", c, all, result); err != nil {
		return err
	}
	blocks := comm.EqualBlocks(c.Size(), len(all)/c.Size())
	return AlltoallvPairwise(c, blocks, blocks, all, result)
}

// AlltoallvPairwise is AlltoallPairwise with blocks of any lengths, out in all and in in result. Block i of out is as long as this node's block of in
// on node i.
//
// p-1 steps; cf. MPI_Alltoallv, Open MPI's pairwise.
func AlltoallvPairwise[T any](c *comm.Comm[T], out, in comm.Blocks, all, result []T) error {
	if err := comm.CheckAlltoallv("ring: AlltoallvPairwise", c, out, in, all, result); err != nil {
		return err
	}
	p, me := c.Size(), c.Label()

	for i := 1; i < p; i++ {
		to, from := topo.Mod(me+i, p), topo.Mod(me-i, p)
		c.SendRecv(to, comm.Block(out, all, to), from, comm.Block(in, result, from))
	}
	c.Copy(comm.Block(in, result, me), comm.Block(out, all, me))
	return c.Err()
}
