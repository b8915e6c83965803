package ring

import (
	"topocoll/comm"
	"topocoll/topo"
)

// AllgatherBothWays is Allgather with every block going both ways round, to each node the shorter way.
//
// Lengths as in Allgather. Any p.
// floor(p/2) steps with a block each way, for even p half a block each way in the last:
// T = ts floor(p/2) + tw·m(p-1)/2 on nodes that drive both links at once, and twice that on nodes with one
// port, under SF and CT alike.
//
// Not in the book: Algorithm 4.4 with the remark on both directions of section 4.5.1 (2nd ed.);
// cf. MPI_Allgather.
func AllgatherBothWays[T any](c *comm.Comm[T], mine, result []T) error {
	if err := comm.CheckAllgather("ring: AllgatherBothWays", c, mine, result); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Rank(), len(mine)
	blocks := comm.EqualBlocks(p, m)
	copy(comm.Block(blocks, result, me), mine)
	return AllgathervBothWays(c, blocks, result)
}

// AllgathervBothWays is AllgatherBothWays in place, with blocks of any lengths: node i's own block is in
// result already.
//
// floor(p/2) steps; cf. MPI_Allgatherv with MPI_IN_PLACE.
func AllgathervBothWays[T any](c *comm.Comm[T], blocks comm.Blocks, result []T) error {
	if err := comm.CheckAllgatherv("ring: AllgathervBothWays", c, blocks, result); err != nil {
		return err
	}
	p, me := c.Size(), c.Rank()
	left, right := topo.Mod(me-1, p), topo.Mod(me+1, p)
	of := func(i int) []T { return comm.Block(blocks, result, topo.Mod(i, p)) }

	for distance := 1; distance <= p/2; distance++ { // the blocks of the nodes this far away arrive
		c.Isend(left, otherWay(of(me+distance-1), distance, p))
		c.Irecv(right, otherWay(of(me+distance), distance, p))
		c.Isend(right, oneWay(of(me-distance+1), distance, p))
		c.Irecv(left, oneWay(of(me-distance), distance, p))
		c.Waitall()
	}
	return c.Err()
}

// oneWay is what goes one way round of a block on its way to or from a node at a distance: all of it, or the
// first half where the other way is as long.
func oneWay[T any](block []T, distance, p int) []T {
	if 2*distance == p {
		return block[:len(block)/2]
	}
	return block
}

// otherWay is what goes the other way round: all of it, or the second half.
func otherWay[T any](block []T, distance, p int) []T {
	if 2*distance == p {
		return block[len(block)/2:]
	}
	return block
}
