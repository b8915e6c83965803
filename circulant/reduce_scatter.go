package circulant

import (
	"topocoll/comm"
	"topocoll/topo"
)

// ReduceScatter combines the i-th blocks of all nodes on node i, for every i. In round k, with n = skip[k],
// node j sends its sums for the nodes j+n, ..., j+skip[k+1]-1, mod p, to node j+n, and adds the sums that it
// receives. k descends from ceil(log p) - 1. As in Allgather, the last skip is p, and each skip is half of
// the next one, rounded up.
//
// On return, the slice `mine` of node i is the sum over all nodes of block i of the slice `all`: mine[j] =
// word j of node 0's block i ⊕ ... ⊕ word j of node p-1's block i; len(all) = p·m, len(mine) = m. op must
// commute. Any p, without folding.
// ceil(log p) rounds of about p·m/2, ..., m words: T = ceil(log p)·ts + tw·m(p-1), if every pair of nodes is
// one link apart.
//
// Träff 2025; cf. MPI_Reduce_scatter_block.
//
// If the blocks have different lengths, pass them as `counts`; `mine` then has the length of this node's
// block; cf. MPI_Reduce_scatter. `mine` may alias this node's block of `all`.
func ReduceScatter[T any](c *comm.Comm[T], op comm.Op[T], all, mine []T, counts ...comm.Blocks) error {
	blocks := comm.BlocksOf(c, len(mine), counts)
	if err := comm.CheckReduceScatter("circulant: ReduceScatter", c, op, blocks, all, mine); err != nil {
		return err
	}
	p, me := c.Size(), c.Label()
	if p == 1 {
		c.Copy(mine, all)
		return c.Err()
	}
	g := newGraph(p)
	n := g.longestSkip()
	h := newHalves(c, blocks, all, n)
	defer c.Release(h.copied)
	h.fillCopy(c)
	scratch := c.Scratch(2 * len(h.near))
	defer c.Release(scratch)
	sums, in := scratch[:len(h.near)], scratch[len(h.near):]

	first := wordCount(blocks, me, p-n)
	c.SendRecv(topo.Mod(me+n, p), h.far, topo.Mod(me-n, p), in[:first])
	op.Apply(sums[:first], in[:first], h.near[:first])
	c.Copy(sums[first:], h.near[first:])
	for k := g.q - 2; k >= 0; k-- {
		n, held := g.skip[k], g.skip[k+1]
		own := sums[:wordCount(blocks, me, held-n)]
		c.SendRecv(topo.Mod(me+n, p), sums[wordCount(blocks, me, n):wordCount(blocks, me, held)],
			topo.Mod(me-n, p), in[:len(own)])
		op.Apply(own, in[:len(own)], own)
	}
	c.Copy(mine, sums[:len(mine)])
	return c.Err()
}
