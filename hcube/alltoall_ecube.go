package hcube

import (
	"topocoll/comm"
	"topocoll/topo"
)

// AlltoallECube sends a distinct block from every node of a d-cube directly to every node: in step i, node j
// exchanges with node j XOR i. With E-cube routing no link carries two messages of a step in the same direction.
//
// On return block i of result is this node's block of all of node i; len(all) = len(result) = p·m. p = 2^d;
// for any other p there are 2^ceil(log p) - 1 steps, and a node is idle where it has no partner.
// p-1 steps of m words: T = (ts + tw·m)(p-1) + (th/2) p log p under CT.
//
// ALL_TO_ALL_PERSONAL, Algorithm 4.10 (2nd ed.), figure 3.21 (1st ed.); cf. MPI_Alltoall.
func AlltoallECube[T any](c *comm.Comm[T], all, result []T) error {
	if err := comm.CheckAlltoall("hcube: AlltoallECube", c, all, result); err != nil {
		return err
	}
	p, me := c.Size(), c.Label()
	blocks := comm.EqualBlocks(p, len(all)/p)

	for i := 1; i < 1<<topo.CubeDim(p); i++ {
		if partner := me ^ i; partner < p {
			c.SendRecv(partner, comm.Block(blocks, all, partner), partner, comm.Block(blocks, result, partner))
		}
	}
	c.Copy(comm.Block(blocks, result, me), comm.Block(blocks, all, me))
	return c.Err()
}
