package ring

import (
	"topocoll/comm"
	"topocoll/topo"
)

// Alltoall sends a distinct block from every node to every node (all-to-all personalised communication). A
// node sends its blocks for all other nodes to the right as one message. In each step a node keeps the first
// block of the message that it receives and forwards the rest.
//
// On return, block i of result is the block for this node from node i's slice `all`. len(all) = len(result) =
// p·m. Any p.
// p-1 steps of m(p-1), ..., m words: T = (ts + tw·m·p/2)(p-1) under SF.
//
// Section 3.5.1, figure 3.18 (1st ed.), section 4.5.1 (2nd ed.); cf. MPI_Alltoall. Unlike in the book, the
// blocks are put in order of distance once, before the first step.
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

// AlltoallGrouped is like Alltoall, but blocks of m words need not be contiguous in memory. The function
// `gather` copies the words for the node `to` into msg. The function `place` copies the words in msg, which
// the node `from` has sent, to their destination. The caller must copy this node's own block.
//
// p-1 steps; cf. MPI_Alltoallw.
func AlltoallGrouped[T any](c *comm.Comm[T], m int, gather func(msg []T, to int),
	place func(from int, msg []T)) error {
	if m < 0 {
		return comm.Refuse("ring: AlltoallGrouped: %d words for each node, want 0 or more", m)
	}
	if gather == nil || place == nil {
		return comm.Refuse("ring: AlltoallGrouped: a function is nil; pass both gather and place")
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

// AlltoallBidirectional is like Alltoall, but every block takes the shorter path. In each step, a node sends
// one message in each direction. If p is even, the last step has only the messages to the right.
//
// Lengths are as in Alltoall. Any p.
// floor(p/2) steps with at most m·floor(p/2), ..., m words in each direction: T = ts p/2 + tw·m·p(p+2)/8 for
// even p, on nodes that use both links at once, under SF. For p >= 4 the tw term is at most half the tw term
// of Alltoall; for large p it approaches a quarter.
//
// "The tw term can be halved", section 4.5.1 (2nd ed.); cf. MPI_Alltoall.
func AlltoallBidirectional[T any](c *comm.Comm[T], all, result []T) error {
	if err := comm.CheckAlltoall("ring: AlltoallBidirectional", c, all, result); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Label(), len(all)/c.Size()
	blocks := comm.EqualBlocks(p, m)
	left, right := topo.Mod(me-1, p), topo.Mod(me+1, p)
	farRight, farLeft := p/2, (p-1)/2 // the greatest distances in the two directions
	scratch := c.Scratch(2 * (p - 1) * m)
	defer c.Release(scratch)
	toRight, fromLeft := scratch[:farRight*m], scratch[farRight*m:2*farRight*m]
	toLeft, fromRight := scratch[2*farRight*m:][:farLeft*m], scratch[2*farRight*m:][farLeft*m:]
	for distance := 1; distance <= farRight; distance++ {
		c.Copy(toRight[(distance-1)*m:], comm.Block(blocks, all, topo.Mod(me+distance, p)))
	}
	for distance := 1; distance <= farLeft; distance++ {
		c.Copy(toLeft[(distance-1)*m:], comm.Block(blocks, all, topo.Mod(me-distance, p)))
	}

	for i := 1; i <= farRight; i++ {
		fromLeft, fromRight = fromLeft[:len(toRight)], fromRight[:len(toLeft)]
		if i > farLeft { // p is even; only the block for the opposite node remains
			c.SendRecv(right, toRight, left, fromLeft)
		} else {
			c.PostRecv(left, fromLeft)
			c.PostRecv(right, fromRight)
			c.PostSend(right, toRight)
			c.PostSend(left, toLeft)
			c.Exchange()
			c.Copy(comm.Block(blocks, result, topo.Mod(me+i, p)), fromRight)
			toLeft, fromRight = fromRight[m:], toLeft
		}
		c.Copy(comm.Block(blocks, result, topo.Mod(me-i, p)), fromLeft)
		toRight, fromLeft = fromLeft[m:], toRight
	}
	c.Copy(comm.Block(blocks, result, me), comm.Block(blocks, all, me))
	return c.Err()
}

// AlltoallPairwise sends a distinct block from every node directly to every node. In step i, node j sends to
// node j + i and receives from node j - i, mod p.
//
// On return, block i of result is the block for this node from node i's slice `all`. len(all) = len(result) =
// p·m. Any p. p-1 steps of m words: T = (ts + tw·m)(p-1) if every pair of nodes is one link apart.
//
// Algorithm 4.10 (2nd ed.) with (i + j) mod p instead of i XOR j; cf. MPI_Alltoall.
func AlltoallPairwise[T any](c *comm.Comm[T], all, result []T) error {
	if err := comm.CheckAlltoall("ring: AlltoallPairwise", c, all, result); err != nil {
		return err
	}
	blocks := comm.EqualBlocks(c.Size(), len(all)/c.Size())
	return AlltoallvPairwise(c, blocks, blocks, all, result)
}

// AlltoallvPairwise is like AlltoallPairwise, but blocks may have different lengths. `out` describes the
// blocks of the slice `all`, and `in` describes the blocks of the slice `result`. The length of block i in
// `out` must equal the length of this node's block in the argument `in` of node i. p-1 steps; cf.
// MPI_Alltoallv, and Open MPI's pairwise.
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

// AlltoallLinear sends a distinct block from every node to every node, all at once. It is a baseline for
// comparisons.
//
// On return, block i of result is the block for this node from node i's slice `all`. len(all) = len(result) =
// p·m. Any p.
// One step in which a node sends and receives p-1 messages of m words. With one port, the node sends them one
// after another:
// T = (ts + tw·m)(p-1) without contention.
//
// Not in the book; cf. MPI_Alltoall, Open MPI's linear.
func AlltoallLinear[T any](c *comm.Comm[T], all, result []T) error {
	if err := comm.CheckAlltoall("ring: AlltoallLinear", c, all, result); err != nil {
		return err
	}
	blocks := comm.EqualBlocks(c.Size(), len(all)/c.Size())
	return AlltoallvLinear(c, blocks, blocks, all, result)
}

// AlltoallvLinear is like AlltoallLinear, but blocks may have different lengths. `out` describes the blocks
// of the slice `all`, and `in` the blocks of result. The length of block i in `out` must equal the length of
// this node's block in the argument `in` of node i. One step; cf. MPI_Alltoallv, Open MPI's basic_linear.
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
