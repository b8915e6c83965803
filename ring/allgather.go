package ring

import (
	"topocoll/comm"
	"topocoll/topo"
)

// Allgather collects the block of every node on every node (all-to-all broadcast).
//
// On return, block i of result is the slice `mine` of node i. len(mine) = m, len(result) = p·m. Any p.
// p-1 steps of m words: T = (ts + tw·m)(p-1), under SF and CT.
//
// ALL_TO_ALL_BC_RING, Algorithm 4.4 (2nd ed.); cf. MPI_Allgather.
//
// If the blocks have different lengths, pass them as `counts`; `mine` then has the length of this node's
// block; cf. MPI_Allgatherv. `mine` may alias this node's block of result, as with MPI_IN_PLACE.
func Allgather[T any](c *comm.Comm[T], mine, result []T, counts ...comm.Blocks) error {
	blocks := comm.BlocksOf(c, len(mine), counts)
	if err := comm.CheckAllgather("ring: Allgather", c, blocks, mine, result); err != nil {
		return err
	}
	p, me := c.Size(), c.Label()
	left, right := topo.Mod(me-1, p), topo.Mod(me+1, p)

	msg := mine
	for i := range p - 1 {
		next := comm.Block(blocks, result, topo.Mod(me-i-1, p))
		c.SendRecv(right, msg, left, next)
		msg = next
	}
	c.Copy(comm.Block(blocks, result, me), mine)
	return c.Err()
}

// AllgatherBidirectional is like Allgather, but sends every block in both directions, so that the block
// reaches each node by the shorter path.
//
// Lengths are as in Allgather. Any p.
// floor(p/2) steps with a block in each direction, or half a block in the last step for even p:
// T = ts floor(p/2) + tw·m(p-1)/2 under SF and CT, if a node uses both links at once. With one port, the time
// is twice as long.
//
// This procedure is not in the book. It combines Algorithm 4.4 with a remark in section 4.5.1 (2nd ed.)
// on the use of both directions. Cf. MPI_Allgather.
//
// If the blocks have different lengths, pass them as `counts`; `mine` then has the length of this node's
// block; cf. MPI_Allgatherv. `mine` may alias this node's block of result, as with MPI_IN_PLACE.
func AllgatherBidirectional[T any](c *comm.Comm[T], mine, result []T, counts ...comm.Blocks) error {
	blocks := comm.BlocksOf(c, len(mine), counts)
	if err := comm.CheckAllgather("ring: AllgatherBidirectional", c, blocks, mine, result); err != nil {
		return err
	}
	c.Copy(comm.Block(blocks, result, c.Label()), mine)
	p, me := c.Size(), c.Label()
	left, right := topo.Mod(me-1, p), topo.Mod(me+1, p)
	blockOf := func(i int) []T { return comm.Block(blocks, result, topo.Mod(i, p)) }

	// In each step, this node receives the blocks of the nodes at this distance.
	for distance := 1; distance <= p/2; distance++ {
		c.PostSend(left, OtherWay(blockOf(me+distance-1), distance, p))
		c.PostRecv(right, OtherWay(blockOf(me+distance), distance, p))
		c.PostSend(right, OneWay(blockOf(me-distance+1), distance, p))
		c.PostRecv(left, OneWay(blockOf(me-distance), distance, p))
		c.Exchange()
	}
	return c.Err()
}

// AllgatherBaseline collects the block of every node on every node by p successive broadcasts. It is a
// baseline for comparisons.
//
// On return, block i of result is the slice `mine` of node i. len(mine) = m, len(result) = p·m. Any p.
// At most p·ceil(p/2) steps of m words.
//
// The "inefficient" algorithm of section 4.2 (2nd ed.); cf. MPI_Allgather.
func AllgatherBaseline[T any](c *comm.Comm[T], mine, result []T) error {
	p, me, m := c.Size(), c.Label(), len(mine)
	blocks := comm.EqualBlocks(p, m)
	if err := comm.CheckAllgather("ring: AllgatherBaseline", c, blocks, mine, result); err != nil {
		return err
	}
	c.Copy(comm.Block(blocks, result, me), mine)

	for root := range p {
		if err := Bcast(c, root, comm.Block(blocks, result, root)); err != nil {
			return err
		}
	}
	return c.Err()
}
