package ring

import (
	"topocoll/comm"
	"topocoll/topo"
)

// Allgather collects the block of every node on every node (all-to-all broadcast).
//
// On return result holds node i's mine as its i-th block; len(mine) = m, len(result) = p·m. Any p.
// p-1 steps of m words: T = (ts + tw·m)(p-1), under SF and CT alike.
//
// ALL_TO_ALL_BC_RING, Algorithm 4.4 (2nd ed.); cf. MPI_Allgather.
func Allgather[T any](c *comm.Comm[T], mine, result []T) error {
	if err := comm.CheckAllgather("ring: Allgather", c, mine, result); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Label(), len(mine)
	blocks := comm.EqualBlocks(p, m)

	passOn(c, blocks, mine, result)
	c.Copy(comm.Block(blocks, result, me), mine)
	return c.Err()
}

// Allgatherv is Allgather in place, with blocks of any lengths: node i's own block is in result already.
//
// p-1 steps; cf. MPI_Allgatherv with MPI_IN_PLACE.
func Allgatherv[T any](c *comm.Comm[T], blocks comm.Blocks, result []T) error {
	if err := comm.CheckAllgatherv("ring: Allgatherv", c, blocks, result); err != nil {
		return err
	}
	passOn(c, blocks, comm.Block(blocks, result, c.Label()), result)
	return c.Err()
}

// passOn sends to the right first mine, then every block received from the left.
func passOn[T any](c *comm.Comm[T], blocks comm.Blocks, mine, result []T) {
	p, me := c.Size(), c.Label()
	left, right := topo.Mod(me-1, p), topo.Mod(me+1, p)

	msg := mine
	for i := range p - 1 {
		next := comm.Block(blocks, result, topo.Mod(me-i-1, p))
		c.SendRecv(right, msg, left, next)
		msg = next
	}
}
