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
	blocks := comm.EqualBlocks(c.Size(), len(all)/c.Size())
	return AlltoallvLinear(c, blocks, blocks, all, result)
}

// AlltoallvLinear is AlltoallLinear with blocks of any lengths, out in all and in in result. Block i of out is as long as this node's block of in
// on node i.
//
// One step; cf. MPI_Alltoallv, Open MPI's basic_linear.
func AlltoallvLinear[T any](c *comm.Comm[T], out, in comm.Blocks, all, result []T) error {
	if err := comm.CheckAlltoallv("ring: AlltoallvLinear", c, out, in, all, result); err != nil {
		return err
	}
	p, me := c.Size(), c.Label()

	for i := 1; i < p; i++ {
		to, from := topo.Mod(me+i, p), topo.Mod(me-i, p)
		c.PostRecv(from, comm.Block(in, result, from))
		c.PostSend(to, comm.Block(out, all, to))
	}
	c.Exchange()
	c.Copy(comm.Block(in, result, me), comm.Block(out, all, me))
	return c.Err()
}
