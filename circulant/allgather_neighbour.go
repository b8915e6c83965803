package circulant

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo"
)

// AllgatherNeighbour collects the block of every node on every node. First, neighbours exchange their blocks.
// In each further round, a node exchanges its two newest blocks with the neighbour on the other side.
//
// On return, block i of result is the slice `mine` of node i. len(mine) = m, len(result) = p·m. p must be
// even, or 1. p/2 rounds of m, 2m, 2m, ... words between neighbours: T = ts·p/2 + tw·m(p-1) on a ring, under
// SF and CT. There are half as many start-ups as in ring.Allgather.
//
// Chen, Zhang, Zhang, Yuan 2005, neighbour exchange; cf. MPI_Allgather, Open MPI's neighbor. An odd p is an
// error, whereas Open MPI uses the ring algorithm for an odd p.
//
// If the blocks have different lengths, pass them as `counts`; `mine` then has the length of this node's
// block; cf. MPI_Allgatherv. `mine` may alias this node's block of result, as with MPI_IN_PLACE.
func AllgatherNeighbour[T any](c *comm.Comm[T], mine, result []T, counts ...comm.Blocks) error {
	blocks := comm.BlocksOf(c, len(mine), counts)
	if err := cmp.Or(checkEven("circulant: AllgatherNeighbour", c.Size()),
		comm.CheckAllgather("circulant: AllgatherNeighbour", c, blocks, mine, result)); err != nil {
		return err
	}
	c.Copy(comm.Block(blocks, result, c.Label()), mine)
	p, me := c.Size(), c.Label()
	if p == 1 {
		return c.Err()
	}
	pair := func(k int) []T { return comm.BlockRange(blocks, result, 2*k, 2*k+2) }
	side := 1 - me%2*2 // a node with an even label begins with the next higher label

	c.SendRecv(me+side, comm.Block(blocks, result, me), me+side, comm.Block(blocks, result, me+side))
	last := me / 2
	for i := 1; i < p/2; i++ {
		side = -side
		neighbour, next := topo.Mod(me+side, p), topo.Mod(me/2+side*((i+1)/2), p/2)
		c.SendRecv(neighbour, pair(last), neighbour, pair(next))
		last = next
	}
	return c.Err()
}

// checkEven returns an error if p is odd and greater than 1.
func checkEven(proc string, p int) error {
	if p%2 == 0 || p == 1 {
		return nil
	}
	return comm.Refuse("%s: %d processes, want an even number", proc, p)
}
