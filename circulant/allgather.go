package circulant

import (
	"topocoll/comm"
	"topocoll/topo"
)

// Allgather collects the block of every node on every node, with the rounds of ReduceScatter in reverse. In
// round k, node j holds the n = skip[k] blocks j, j+1, ..., j+n-1, mod p. It receives the next skip[k+1] - n
// blocks from node j+n. The last skip is p, and each skip is half of the next one, rounded up.
//
// On return, block i of result is the slice `mine` of node i. len(mine) = m, len(result) = p·m. Any p.
// ceil(log p) rounds of one message, with m, ..., about p·m/2 words: T = ceil(log p)·ts + tw·m(p-1), if every
// pair of nodes is one link apart. No allgather algorithm can use fewer rounds or words. A node copies at
// most half of the blocks.
//
// Träff 2025, the reverse of his reduce-scatter; cf. MPI_Allgather. Unlike in the paper, blocks are not
// rotated at the end. Only the half in which block 0 follows block p-1 is received in scratch memory and
// copied.
//
// If the blocks have different lengths, pass them as `counts`; `mine` then has the length of this node's
// block; cf. MPI_Allgatherv. `mine` may alias this node's block of result, as with MPI_IN_PLACE.
func Allgather[T any](c *comm.Comm[T], mine, result []T, counts ...comm.Blocks) error {
	blocks := comm.BlocksOf(c, len(mine), counts)
	if err := comm.CheckAllgather("circulant: Allgather", c, blocks, mine, result); err != nil {
		return err
	}
	c.Copy(comm.Block(blocks, result, c.Label()), mine)
	p, me := c.Size(), c.Label()
	g := newGraph(p)
	h := newHalves(c, blocks, result, g.longestSkip())
	defer c.Release(h.copied)
	if own := comm.Block(blocks, result, me); !comm.Same(h.near, own) {
		c.Copy(h.near, own)
	}

	for k := range g.q {
		n, held := g.skip[k], g.skip[k+1]
		in := h.far
		if k < g.q-1 {
			in = h.near[wordCount(blocks, me, n):wordCount(blocks, me, held)]
		}
		c.SendRecv(topo.Mod(me-n, p), h.near[:wordCount(blocks, me, held-n)], topo.Mod(me+n, p), in)
	}
	h.storeCopy(c)
	return c.Err()
}
