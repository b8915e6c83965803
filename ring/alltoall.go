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
	if err := comm.CheckAlltoall("ring: Alltoall", c, all, result); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Rank(), len(all)/c.Size()
	blocks := comm.EqualBlocks(p, m)
	gather := func(msg []T, to int) { copy(msg, comm.Block(blocks, all, to)) }
	place := func(from int, msg []T) { copy(comm.Block(blocks, result, from), msg) }
	if err := AlltoallGrouped(c, m, gather, place); err != nil {
		return err
	}
	copy(comm.Block(blocks, result, me), comm.Block(blocks, all, me))
	return c.Err()
}

// AlltoallGrouped is Alltoall of m words for each other node which do not lie next to each other: gather
// copies those for node to into msg, place puts those from a node where they belong.
//
// p-1 steps; cf. MPI_Alltoallw.
func AlltoallGrouped[T any](c *comm.Comm[T], m int, gather func(msg []T, to int), place func(from int, msg []T)) error {
	if m < 0 {
		return comm.Refuse("ring: AlltoallGrouped: %d words for each node, want 0 or more", m)
	}
	if gather == nil || place == nil {
		return comm.Refuse("ring: AlltoallGrouped: a nil function, want both gather and place")
	}
	p, me := c.Size(), c.Rank()
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
