package ring

import (
	"topocoll/comm"
	"topocoll/topo"
)

// ReduceScatter combines the i-th blocks of all nodes on node i, for every i (all-to-all reduction).
//
// On return, the slice `mine` of node i is the sum over all nodes of block i of the slice `all`: mine[j] =
// word j of node 0's block i ⊕ ... ⊕ word j of node p-1's block i; len(all) = p·m, len(mine) = m. Any p. op
// must commute, because the sum for a node starts at its right neighbour.
// p-1 steps of m words: T = (ts + tw·m)(p-1), under SF and CT.
//
// ALL_TO_ALL_RED_RING, Algorithm 4.5 (2nd ed.); cf. MPI_Reduce_scatter_block. Unlike in the book, the first
// step sends an uncombined block, so op needs no identity element.
//
// If the blocks have different lengths, pass them as `counts`; `mine` then has the length of this node's
// block; cf. MPI_Reduce_scatter. `mine` may alias this node's block of `all`.
func ReduceScatter[T any](c *comm.Comm[T], op comm.Op[T], all, mine []T, counts ...comm.Blocks) error {
	blocks := comm.BlocksOf(c, len(mine), counts)
	if err := comm.CheckReduceScatter("ring: ReduceScatter", c, op, blocks, all, mine); err != nil {
		return err
	}
	p, me := c.Size(), c.Label()
	left, right := topo.Mod(me-1, p), topo.Mod(me+1, p)
	longest := blocks.Longest()
	scratch := c.Scratch(2 * longest)
	defer c.Release(scratch)
	in, spare := scratch[:longest], scratch[longest:]

	sum := comm.Block(blocks, all, right)
	for i := 1; i < p; i++ {
		j := topo.Mod(me+i+1, p) // index of the block whose sum arrives from the right
		own := comm.Block(blocks, all, j)
		recv := in[:len(own)]
		if j == me && !comm.Same(mine, own) {
			recv = mine
		}
		c.SendRecv(left, sum, right, recv)
		op.Apply(recv, recv, own)
		sum, in, spare = recv, spare, in
	}
	if p == 1 || !comm.Same(sum, mine) {
		c.Copy(mine, sum)
	}
	return c.Err()
}

// ReduceScatterBidirectional is like ReduceScatter, but every node receives two partial sums: one from the
// left and one from the right. Each of them crosses half the ring.
//
// Lengths are as in ReduceScatter. Any p. op must commute.
// floor(p/2) steps with a block in each direction, or half a block in the first step for even p:
// T = ts floor(p/2) + tw·m(p-1)/2 under SF and CT, if a node uses both links at once. With one port, the time
// is twice as long.
//
// This procedure is not in the book. It is the dual of AllgatherBidirectional. Cf.
// MPI_Reduce_scatter_block.
//
// If the blocks have different lengths, pass them as `counts`; `mine` then has the length of this node's
// block; cf. MPI_Reduce_scatter. `mine` may alias this node's block of `all`.
func ReduceScatterBidirectional[T any](c *comm.Comm[T], op comm.Op[T], all, mine []T,
	counts ...comm.Blocks) error {
	blocks := comm.BlocksOf(c, len(mine), counts)
	if err := comm.CheckReduceScatter("ring: ReduceScatterBidirectional", c, op, blocks, all,
		mine); err != nil {
		return err
	}
	p, me := c.Size(), c.Label()
	left, right := topo.Mod(me-1, p), topo.Mod(me+1, p)
	blockOf := func(i int) []T { return comm.Block(blocks, all, topo.Mod(i, p)) }
	longest := blocks.Longest()
	scratch := c.Scratch(4 * longest)
	defer c.Release(scratch)
	inRight, spareRight := scratch[:longest], scratch[longest:2*longest]
	inLeft, spareLeft := scratch[2*longest:3*longest], scratch[3*longest:]

	sumRight, sumLeft := OtherWay(blockOf(me+p/2), p/2, p), OneWay(blockOf(me-p/2), p/2, p)
	// In each step, this node sends the sums for the nodes at this distance.
	for distance := p / 2; distance > 0; distance-- {
		ownRight, ownLeft := blockOf(me+distance-1), blockOf(me-distance+1)
		fromLeft := OtherWay(inRight[:len(ownRight)], distance, p)
		fromRight := OneWay(inLeft[:len(ownLeft)], distance, p)
		c.PostSend(left, sumLeft)
		c.PostRecv(right, fromRight)
		c.PostSend(right, sumRight)
		c.PostRecv(left, fromLeft)
		c.Exchange()
		sumRight, sumLeft = fromLeft, inLeft[:len(ownLeft)]
		combineAt(c, op, sumLeft, fromRight, ownLeft, 0)
		if distance > 1 {
			sumRight = inRight[:len(ownRight)]
			combineAt(c, op, sumRight, fromLeft, ownRight, len(ownRight)-len(fromLeft))
		}
		inRight, spareRight, inLeft, spareLeft = spareRight, inRight, spareLeft, inLeft
	}
	if p == 1 {
		c.Copy(mine, all)
		return c.Err()
	}
	// this node's words are already part of sumLeft
	combineAt(c, op, mine, sumRight, sumLeft, len(mine)-len(sumRight))
	return c.Err()
}

// combineAt copies `own` to `sum`, and combines the words that begin at index `at` with `received`.
func combineAt[T any](c *comm.Comm[T], op comm.Op[T], sum, received, own []T, at int) {
	end := at + len(received)
	c.Copy(sum[:at], own)
	op.Apply(sum[at:end], received, own[at:end])
	c.Copy(sum[end:], own[end:])
}
