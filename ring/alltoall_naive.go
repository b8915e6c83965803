package ring

import (
	"topocoll/comm"
	"topocoll/topo"
)

// AlltoallNaive sends every node a block of its own from every node, all at once: the baseline.
//
// On return block i of result is this node's block of all of node i; len(all) = len(result) = p·m. Any p.
// One step of p-1 messages of m words each way, which a node with one port makes one after the other:
// (ts + tw·m)(p-1) if nothing is in the way.
//
// Not in the book; cf. MPI_Alltoall, Open MPI's linear.
func AlltoallNaive[T any](c *comm.Comm[T], all, result []T) error {
	if err := comm.CheckAlltoall("ring: AlltoallNaive", c, all, result); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Rank(), len(all)/c.Size()
	blocks := comm.EqualBlocks(p, m)

	for i := 1; i < p; i++ {
		to, from := topo.Mod(me+i, p), topo.Mod(me-i, p)
		c.Irecv(from, comm.Block(blocks, result, from))
		c.Isend(to, comm.Block(blocks, all, to))
	}
	c.Waitall()
	copy(comm.Block(blocks, result, me), comm.Block(blocks, all, me))
	return c.Err()
}
