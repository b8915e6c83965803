package ring

import (
	"topocoll/comm"
	"topocoll/topo"
)

// Alltoall sends every node a block of its own from every node (all-to-all personalised): all that a node
// has for others goes to the right as one message, and each node keeps the first block of what comes and
// sends on the rest.
//
// On return block i of result is this node's block of all of node i; len(all) = len(result) = p·m. Any p.
// p-1 steps of m(p-1), ..., m words: T = (ts + tw·m·p/2)(p-1) under SF.
//
// Section 3.5.1, figure 3.18 (1st ed.), section 4.5.1 (2nd ed.); cf. MPI_Alltoall. Differs: the blocks are
// put in the order of their ways once, before the first step.
func Alltoall[T any](c *comm.Comm[T], all, result []T) error {
	p, me := c.Size(), c.Rank()
	m, err := blockLen("ring: Alltoall", p, all, result)
	if err != nil {
		return err
	}
	blocks := comm.EqualBlocks(p, m)
	left, right := topo.Mod(me-1, p), topo.Mod(me+1, p)
	scratch := c.Scratch(2 * (p - 1) * m)
	defer c.Release(scratch)
	msg, in := scratch[:(p-1)*m], scratch[(p-1)*m:]
	n := copy(msg, comm.BlockRange(blocks, all, me+1, p))
	copy(msg[n:], comm.BlockRange(blocks, all, 0, me))

	for i := 1; i < p; i++ {
		in = in[:len(msg)]
		c.SendRecv(right, msg, left, in)
		copy(comm.Block(blocks, result, topo.Mod(me-i, p)), in)
		msg, in = in[m:], msg
	}
	copy(comm.Block(blocks, result, me), comm.Block(blocks, all, me))
	return c.Err()
}

// blockLen returns the words of one of the p blocks of all, and refuses what is not p blocks.
func blockLen[T any](proc string, p int, all, result []T) (m int, err error) {
	m = len(all) / p
	if err := comm.CheckLen(proc, "all", len(all), p*m); err != nil {
		return 0, err
	}
	return m, comm.CheckLen(proc, "result", len(result), p*m)
}
