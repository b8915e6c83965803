package ring

import (
	"topocoll/comm"
	"topocoll/topo"
)

// AlltoallLinear sends a distinct block from every node to every node, all at once, as a baseline.
//
// On return block i of result is this node's block of all of node i; len(all) = len(result) = p·m. Any p.
// One step in which a node sends and receives p-1 messages of m words; with one port they follow each other:
// (ts + tw·m)(p-1) without contention.
//
// Not in the book; cf. MPI_Alltoall, Open MPI's linear.
func AlltoallLinear[T any](c *comm.Comm[T], all, result []T) error {
	if err := comm.CheckAlltoall("ring: AlltoallLinear", c, all, result); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Label(), len(all)/c.Size()
	blocks := comm.EqualBlocks(p, m)

	for i := 1; i < p; i++ {
		to, from := topo.Mod(me+i, p), topo.Mod(me-i, p)
		c.PostRecv(from, comm.Block(blocks, result, from))
		c.PostSend(to, comm.Block(blocks, all, to))
	}
	c.Exchange()
	c.Copy(comm.Block(blocks, result, me), comm.Block(blocks, all, me))
	return c.Err()
}
