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
	blocks := comm.EqualBlocks(c.Size(), len(all)/c.Size())
	return AlltoallvECube(c, blocks, blocks, all, result)
}

// AlltoallvECube is AlltoallECube with blocks of any lengths, out in all and in in result. Block i of out is as long as this node's block of in
// on node i.
//
// 2^ceil(log p) - 1 steps; cf. MPI_Alltoallv.
func AlltoallvECube[T any](c *comm.Comm[T], out, in comm.Blocks, all, result []T) error {
	if err := comm.CheckAlltoallv("hcube: AlltoallvECube", c, out, in, all, result); err != nil {
		return err
	}
	p, me := c.Size(), c.Label()

	for i := 1; i < 1<<topo.CubeDim(p); i++ {
		if partner := me ^ i; partner < p {
			c.SendRecv(partner, comm.Block(out, all, partner), partner, comm.Block(in, result, partner))
		}
	}
	c.Copy(comm.Block(in, result, me), comm.Block(out, all, me))
	return c.Err()
}
