package circulant

import (
	"topocoll/comm"
	"topocoll/topo"
)

// ReduceScatter combines, on every node, the blocks that all nodes have for it. In a round with n = skip[k] every node sends to the node
// n further its sums for that one and for all that are still further, and adds what it receives from n before.
//
// On return mine[j] = word j of block i of all on node 0 ⊕ ... ⊕ on node p-1, at node i; len(all) = p·m, len(mine) = m. op must
// commute. Any p, without folding.
// ceil(log p) rounds of about p·m/2, ..., m words: T = ceil(log p)·ts + tw·m(p-1), where every node is one link away.
//
// Träff 2025; cf. MPI_Reduce_scatter_block.
func ReduceScatter[T any](c *comm.Comm[T], op comm.Op[T], all, mine []T) error {
	if err := comm.CheckReduceScatter("circulant: ReduceScatter", c, op, all, mine); err != nil {
		return err
	}
	return ReduceScatterv(c, op, comm.EqualBlocks(c.Size(), len(mine)), all, mine)
}

// ReduceScatterv is ReduceScatter with blocks of any lengths. mine may be this node's block of all.
//
// Cf. MPI_Reduce_scatter.
func ReduceScatterv[T any](c *comm.Comm[T], op comm.Op[T], blocks comm.Blocks, all, mine []T) error {
	if err := comm.CheckReduceScatterv("circulant: ReduceScatterv", c, op, blocks, all, mine); err != nil {
		return err
	}
	p, me, total := c.Size(), c.Label(), len(all)
	g := graphOf(p)
	scratch := c.Scratch(2 * total)
	defer c.Release(scratch)
	sums, in := scratch[:total], scratch[total:] // the blocks me, me+1, ..., me-1
	start := blocks.Start(me)
	c.Copy(sums, all[start:])
	c.Copy(sums[total-start:], all[:start])

	for k := g.q - 1; k >= 0; k-- {
		n, held := g.skip[k], g.skip[k+1]
		to, from := topo.Mod(me+n, p), topo.Mod(me-n, p)
		own := sums[:length(blocks, me, held-n)]
		c.SendRecv(to, sums[length(blocks, me, n):length(blocks, me, held)], from, in[:len(own)])
		op.Apply(own, in[:len(own)], own)
	}
	c.Copy(mine, sums[:len(mine)])
	return c.Err()
}
