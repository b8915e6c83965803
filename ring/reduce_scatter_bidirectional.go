package ring

import (
	"topocoll/comm"
	"topocoll/topo"
)

// ReduceScatterBidirectional is ReduceScatter with the sums for a node reaching it from both directions, each over
// half the ring.
//
// Lengths as in ReduceScatter. Any p. op must commute.
// floor(p/2) steps with a block in each direction; for even p the first has half a block in each direction:
// T = ts floor(p/2) + tw·m(p-1)/2 on nodes that drive both links at once, and twice that on nodes with one
// port, under SF and CT alike.
//
// Not in the book: the dual of AllgatherBidirectional; cf. MPI_Reduce_scatter_block.
func ReduceScatterBidirectional[T any](c *comm.Comm[T], op comm.Op[T], all, mine []T) error {
	if err := comm.CheckReduceScatter("ring: ReduceScatterBidirectional", c, op, all, mine); err != nil {
		return err
	}
	return ReduceScattervBidirectional(c, op, comm.EqualBlocks(c.Size(), len(mine)), all, mine)
}

// ReduceScattervBidirectional is ReduceScatterBidirectional with blocks of any lengths. mine may be this node's block
// of all.
//
// floor(p/2) steps; cf. MPI_Reduce_scatter.
func ReduceScattervBidirectional[T any](c *comm.Comm[T], op comm.Op[T], blocks comm.Blocks, all, mine []T) error {
	if err := comm.CheckReduceScatterv("ring: ReduceScattervBidirectional", c, op, blocks, all, mine); err != nil {
		return err
	}
	p, me := c.Size(), c.Label()
	left, right := topo.Mod(me-1, p), topo.Mod(me+1, p)
	of := func(i int) []T { return comm.Block(blocks, all, topo.Mod(i, p)) }
	longest := blocks.Longest()
	scratch := c.Scratch(4 * longest)
	defer c.Release(scratch)
	inRight, spareRight := scratch[:longest], scratch[longest:2*longest]
	inLeft, spareLeft := scratch[2*longest:3*longest], scratch[3*longest:]

	sumRight, sumLeft := OtherWay(of(me+p/2), p/2, p), OneWay(of(me-p/2), p/2, p)
	for distance := p / 2; distance > 0; distance-- { // sends the sums for the nodes at this distance
		ownRight, ownLeft := of(me+distance-1), of(me-distance+1)
		fromLeft := OtherWay(inRight[:len(ownRight)], distance, p)
		fromRight := OneWay(inLeft[:len(ownLeft)], distance, p)
		c.PostSend(left, sumLeft)
		c.PostRecv(right, fromRight)
		c.PostSend(right, sumRight)
		c.PostRecv(left, fromLeft)
		c.Exchange()
		sumRight, sumLeft = fromLeft, inLeft[:len(ownLeft)]
		join(c, op, sumLeft, fromRight, ownLeft, 0)
		if distance > 1 {
			sumRight = inRight[:len(ownRight)]
			join(c, op, sumRight, fromLeft, ownRight, len(ownRight)-len(fromLeft))
		}
		inRight, spareRight, inLeft, spareLeft = spareRight, inRight, spareLeft, inLeft
	}
	if p == 1 {
		c.Copy(mine, all)
		return c.Err()
	}
	join(c, op, mine, sumRight, sumLeft, len(mine)-len(sumRight)) // this node's own words are in sumLeft
	return c.Err()
}

// join sets sum to own, with its words from index at on combined with received.
func join[T any](c *comm.Comm[T], op comm.Op[T], sum, received, own []T, at int) {
	end := at + len(received)
	c.Copy(sum[:at], own)
	op.Apply(sum[at:end], received, own[at:end])
	c.Copy(sum[end:], own[end:])
}
