package circulant

import (
	"topocoll/comm"
	"topocoll/topo"
)

// AllgatherSparbit collects the block of every node on every node. The first round has the longest distance.
// After the round of distance n, node j holds the blocks j, j-n, j-2n, ..., and sends all of them in the next
// round. Each block is received in its final place, so no final copy is needed. The last rounds have the most
// words, and their messages go to the nearest nodes.
//
// On return, block i of result is the slice `mine` of node i. len(mine) = m, len(result) = p·m. Any p.
// ceil(log p) rounds of 1, 2, 4, ... messages of m words; all messages of a round go to one node:
// T = (ts + tw·m)(p-1) with one port, if every pair of nodes is one link apart.
//
// Loch, Koslovski 2021; cf. MPI_Allgather, Open MPI's sparbit. If p is not a power of two, these sources
// compute the number of messages of a round from the bits of p. This procedure counts them in a loop.
func AllgatherSparbit[T any](c *comm.Comm[T], mine, result []T) error {
	if err := comm.CheckAllgather("circulant: AllgatherSparbit", c, mine, result); err != nil {
		return err
	}
	blocks := comm.EqualBlocks(c.Size(), len(mine))
	c.Copy(comm.Block(blocks, result, c.Label()), mine)
	return AllgathervSparbit(c, blocks, result)
}

// AllgathervSparbit is like AllgatherSparbit, but works in place, and blocks may have different lengths. On
// entry, node i's block is already in result. Cf. MPI_Allgatherv with MPI_IN_PLACE.
func AllgathervSparbit[T any](c *comm.Comm[T], blocks comm.Blocks, result []T) error {
	if err := comm.CheckAllgatherv("circulant: AllgathervSparbit", c, blocks, result); err != nil {
		return err
	}
	p, me := c.Size(), c.Label()
	block := func(distance int) []T { return comm.Block(blocks, result, topo.Mod(me-distance, p)) }

	for n := 1 << topo.CubeDim(p) / 2; n > 0; n /= 2 {
		from, to := topo.Mod(me-n, p), topo.Mod(me+n, p)
		for distance := n; distance < p; distance += 2 * n {
			c.PostRecv(from, block(distance))
			c.PostSend(to, block(distance-n))
		}
		c.Exchange()
	}
	return c.Err()
}
