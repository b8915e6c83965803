package ring

import (
	"topocoll/comm"
	"topocoll/topo"
)

// AllgatherBidirectional is Allgather with every block sent in both directions, to each node the shorter way.
//
// Lengths as in Allgather. Any p.
// floor(p/2) steps with a block in each direction; for even p the last has half a block in each direction:
// T = ts floor(p/2) + tw·m(p-1)/2 on nodes that drive both links at once, and twice that on nodes with one
// port, under SF and CT alike.
//
// Not in the book: Algorithm 4.4 with the remark on both directions of section 4.5.1 (2nd ed.);
// cf. MPI_Allgather.
func AllgatherBidirectional[T any](c *comm.Comm[T], mine, result []T) error {
	if err := comm.CheckAllgather("ring: AllgatherBidirectional", c, mine, result); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Label(), len(mine)
	blocks := comm.EqualBlocks(p, m)
	c.Copy(comm.Block(blocks, result, me), mine)
	return AllgathervBidirectional(c, blocks, result)
}

// AllgathervBidirectional is AllgatherBidirectional in place, with blocks of any lengths: node i's own block is in
// result already.
//
// floor(p/2) steps; cf. MPI_Allgatherv with MPI_IN_PLACE.
func AllgathervBidirectional[T any](c *comm.Comm[T], blocks comm.Blocks, result []T) error {
	if err := comm.CheckAllgatherv("ring: AllgathervBidirectional", c, blocks, result); err != nil {
		return err
	}
	p, me := c.Size(), c.Label()
	left, right := topo.Mod(me-1, p), topo.Mod(me+1, p)
	of := func(i int) []T { return comm.Block(blocks, result, topo.Mod(i, p)) }

	for distance := 1; distance <= p/2; distance++ { // receives the blocks of the nodes at this distance
		c.PostSend(left, OtherWay(of(me+distance-1), distance, p))
		c.PostRecv(right, OtherWay(of(me+distance), distance, p))
		c.PostSend(right, OneWay(of(me-distance+1), distance, p))
		c.PostRecv(left, OneWay(of(me-distance), distance, p))
		c.Exchange()
	}
	return c.Err()
}

// OneWay returns the part of a block that travels in one direction, to or from a node at a distance: all of it, or
// the first half if the other direction is equally long.
func OneWay[T any](block []T, distance, p int) []T {
	if 2*distance == p {
		return block[:len(block)/2]
	}
	return block
}

// OtherWay returns the part that travels in the other direction: all of the block, or the second half.
func OtherWay[T any](block []T, distance, p int) []T {
	if 2*distance == p {
		return block[len(block)/2:]
	}
	return block
}
