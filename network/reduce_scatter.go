package network

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo/pack"
)

// ReduceScatter combines, on every node, the blocks that all nodes have for it (all-to-all reduction): Allgather backwards.
//
// On return mine[j] = word j of block i of all on node 0 ⊕ ... ⊕ on node p-1, at node i; len(all) = p·m, len(mine) = m.
// n has p nodes. op must commute.
// As long as Allgather takes on the network with every link reversed.
//
// Not in the book: ForestColl (Zhao et al. 2024). Cf. MPI_Reduce_scatter_block.
func ReduceScatter[T any](c *comm.Comm[T], n *pack.Network, op comm.Op[T], all, mine []T) error {
	if err := cmp.Or(check("network: ReduceScatter", c, n),
		comm.CheckReduceScatter("network: ReduceScatter", c, op, all, mine)); err != nil {
		return err
	}
	return reduceScatter(c, n, op, comm.EqualBlocks(c.Size(), len(mine)), all, mine)
}

// reduceScatter is ReduceScatter with blocks of any lengths. mine may be this node's block of all.
func reduceScatter[T any](c *comm.Comm[T], n *pack.Network, op comm.Op[T], blocks comm.Blocks, all, mine []T) error {
	scratch := c.Scratch(len(all))
	defer c.Release(scratch)
	if c.Size() == 1 {
		c.Copy(mine, all)
	}
	combine(c, n.ToAll(), op,
		func(root int) []T { return comm.Block(blocks, all, root) },
		func(root int) []T {
			if root == c.Label() {
				return mine
			}
			return comm.Block(blocks, scratch, root)
		})
	return c.Err()
}
