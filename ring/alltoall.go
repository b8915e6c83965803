package ring

import (
	"topocoll/comm"
	"topocoll/topo"
)

// Alltoall sends a distinct block from every node to every node (all-to-all personalised). A node sends all its
// blocks for other nodes to the right as one message. In each step a node keeps the first block of the message it
// receives and forwards the rest.
//
// On return block i of result is this node's block of all of node i; len(all) = len(result) = p·m. Any p.
// p-1 steps of m(p-1), ..., m words: T = (ts + tw·m·p/2)(p-1) under SF.
//
// Section 3.5.1, figure 3.18 (1st ed.), section 4.5.1 (2nd ed.); cf. MPI_Alltoall. Differs: the blocks are
// put in order of distance once, before the first step.
func Alltoall[T any](c *comm.Comm[T], all, result []T) error {
	if err := comm.CheckAlltoall("ring: Alltoall", c, all, result); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Label(), len(all)/c.Size()
	blocks := comm.EqualBlocks(p, m)
	gather := func(msg []T, to int) { c.Copy(msg, comm.Block(blocks, all, to)) }
	place := func(from int, msg []T) { c.Copy(comm.Block(blocks, result, from), msg) }
	if err := AlltoallGrouped(c, m, gather, place); err != nil {
		return err
	}
	c.Copy(comm.Block(blocks, result, me), comm.Block(blocks, all, me))
	return c.Err()
}

// AlltoallGrouped is Alltoall with m words for each other node that are not contiguous in memory: gather copies
// the words for node to into msg, and place copies the words of msg from a node to their destination.
//
// p-1 steps; cf. MPI_Alltoallw.
func AlltoallGrouped[T any](c *comm.Comm[T], m int, gather func(msg []T, to int), place func(from int, msg []T)) error {
	if m < 0 {
		return comm.Refuse("ring: AlltoallGrouped: %d words for each node, want 0 or more", m)
	}
	if gather == nil || place == nil {
		return comm.Refuse("ring: AlltoallGrouped: a nil function, want both gather and place")
	}
	p, me := c.Size(), c.Label()
	left, right := topo.Mod(me-1, p), topo.Mod(me+1, p)
	scratch := c.Scratch(2 * (p - 1) * m)
	defer c.Release(scratch)
	msg, in := scratch[:(p-1)*m], scratch[(p-1)*m:]
	for i := 1; i < p; i++ {
		gather(msg[(i-1)*m:i*m], topo.Mod(me+i, p))
	}

	for i := 1; i < p; i++ {
		in = in[:len(msg)]
		c.SendRecv(right, msg, left, in)
		place(topo.Mod(me-i, p), in[:m])
		msg, in = in[m:], msg
	}
	return c.Err()
}
