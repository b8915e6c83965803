package circulant

import (
	"topocoll/comm"
	"topocoll/topo"
)

// Allgather collects the block of every node on every node, with the rounds of ReduceScatter in reverse. In a
// round with n = skip[k], node j holds the blocks j, j+1, ..., j+n-1, mod p, and receives the following ones
// from the node n further, until it holds skip[k+1] blocks.
//
// On return result holds node i's mine as its i-th block; len(mine) = m, len(result) = p·m. Any p. ceil(log
// p) rounds of one message, with m, ..., about p·m/2 words: T = ceil(log p)·ts + tw·m(p-1), where every node
// is one link away. No all-gather has fewer rounds or words. A node copies half of the blocks at most.
//
// Träff 2025, the reverse of his reduce-scatter; cf. MPI_Allgather. Differs: instead of a rotation of all
// blocks, only the half that has block 0 after block p-1 is received in scratch.
func Allgather[T any](c *comm.Comm[T], mine, result []T) error {
	if err := comm.CheckAllgather("circulant: Allgather", c, mine, result); err != nil {
		return err
	}
	blocks := comm.EqualBlocks(c.Size(), len(mine))
	c.Copy(comm.Block(blocks, result, c.Label()), mine)
	return Allgatherv(c, blocks, result)
}

// Allgatherv is Allgather in place, with blocks of any lengths: node i's own block is in result already.
//
// Cf. MPI_Allgatherv with MPI_IN_PLACE.
func Allgatherv[T any](c *comm.Comm[T], blocks comm.Blocks, result []T) error {
	if err := comm.CheckAllgatherv("circulant: Allgatherv", c, blocks, result); err != nil {
		return err
	}
	p, me := c.Size(), c.Label()
	g := graphOf(p)
	h := halve(c, blocks, result, g.longest())
	defer c.Release(h.copied)
	if own := comm.Block(blocks, result, me); !comm.Same(h.near, own) {
		c.Copy(h.near, own)
	}

	for k := range g.q {
		n, held := g.skip[k], g.skip[k+1]
		in := h.far
		if k < g.q-1 {
			in = h.near[length(blocks, me, n):length(blocks, me, held)]
		}
		c.SendRecv(topo.Mod(me-n, p), h.near[:length(blocks, me, held-n)], topo.Mod(me+n, p), in)
	}
	h.store(c)
	return c.Err()
}
