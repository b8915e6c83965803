package hcube

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo"
)

// Alltoall sends a distinct block from every node of a d-cube to every node (all-to-all personalised
// communication). Along each dimension, pairs of nodes exchange the p/2 blocks for the other half of the
// cube.
//
// On return, block i of result is the block for this node from node i's slice `all`. len(all) = len(result) =
// p·m. p = 2^d only; AlltoallECube takes any p. log p steps of p·m/2 words: T = (ts + tw·m·p/2) log p under
// SF, plus tr·m·p log p to gather the blocks of each step and put them back.
//
// Section 3.5.3, figure 3.20 (1st ed.), section 4.5.3 (2nd ed.); cf. MPI_Alltoall.
func Alltoall[T any](c *comm.Comm[T], all, result []T) error {
	if err := cmp.Or(checkCube("hcube: Alltoall", c.Size()),
		comm.CheckAlltoall("hcube: Alltoall", c, all, result)); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Label(), len(all)/c.Size()
	half := p / 2 * m
	scratch := c.Scratch(2 * half)
	defer c.Release(scratch)
	msg, in := scratch[:half], scratch[half:]

	// Block j of `result` is in transit. In the dimensions already exchanged, the bits of j are the bits of the
	// source's label. In the remaining dimensions, they are the bits of the destination's label.
	c.Copy(result, all)
	for i := range topo.CubeDim(p) {
		partner := me ^ 1<<i
		run := m << i // number of words in adjacent blocks with the same bit i
		first := partner & (1 << i) * m
		n := 0
		for at := first; at < p*m; at += 2 * run {
			n += c.Copy(msg[n:], result[at:at+run])
		}
		c.SendRecv(partner, msg, partner, in)
		n = 0
		for at := first; at < p*m; at += 2 * run {
			n += c.Copy(result[at:at+run], in[n:])
		}
	}
	return c.Err()
}

// AlltoallECube sends a distinct block from every node of a d-cube directly to every node. In step i, node j
// exchanges with node j XOR i. With E-cube routing no link carries two messages of a step in the same
// direction.
//
// On return, block i of result is the block for this node from node i's slice `all`. len(all) = len(result) =
// p·m. p = 2^d; for any other p there are 2^ceil(log p) - 1 steps, and a node is idle in a step without a
// partner. p-1 steps of m words: T = (ts + tw·m)(p-1) + (th/2) p log p under CT.
//
// ALL_TO_ALL_PERSONAL, Algorithm 4.10 (2nd ed.), figure 3.21 (1st ed.); cf. MPI_Alltoall.
func AlltoallECube[T any](c *comm.Comm[T], all, result []T) error {
	if err := comm.CheckAlltoall("hcube: AlltoallECube", c, all, result); err != nil {
		return err
	}
	blocks := comm.EqualBlocks(c.Size(), len(all)/c.Size())
	return AlltoallvECube(c, blocks, blocks, all, result)
}

// AlltoallvECube is like AlltoallECube, but blocks may have different lengths. `out` describes the blocks of
// the slice `all`, and `in` the blocks of result. The length of block i in `out` must equal the length of
// this node's block in the argument `in` of node i. 2^ceil(log p) - 1 steps; cf. MPI_Alltoallv.
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
