package network

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo/pack"
)

// ReduceScatter combines the i-th blocks of all nodes on node i, for every i (all-to-all reduction). It is
// Allgather in reverse.
//
// On return, the slice `mine` of node i is the sum over all nodes of block i of the slice `all`: mine[j] =
// word j of node 0's block i ⊕ ... ⊕ word j of node p-1's block i; len(all) = p·m, len(mine) = m. n has p
// nodes. op must commute. ReduceScatter takes the time of Allgather on the network with every link reversed.
//
// This procedure is not in the book. Source: ForestColl (Zhao et al. 2024). Cf. MPI_Reduce_scatter_block.
func ReduceScatter[T any](c *comm.Comm[T], n *pack.Network, op comm.Op[T], all, mine []T) error {
	blocks := comm.EqualBlocks(c.Size(), len(mine))
	if err := cmp.Or(checkNetwork("network: ReduceScatter", c, n),
		comm.CheckReduceScatter("network: ReduceScatter", c, op, blocks, all, mine)); err != nil {
		return err
	}
	return reduceScatter(c, n, op, blocks, all, mine)
}

// reduceScatter is ReduceScatter for blocks of different lengths. `mine` may alias this node's block of
// `all`.
func reduceScatter[T any](c *comm.Comm[T], n *pack.Network, op comm.Op[T], blocks comm.Blocks, all,
	mine []T) error {
	scratch := c.Scratch(len(all))
	defer c.Release(scratch)
	if c.Size() == 1 {
		c.Copy(mine, all)
	}
	reduceAlongTrees(c, n.ToAll(), op,
		func(root int) []T { return comm.Block(blocks, all, root) },
		func(root int) []T {
			if root == c.Label() {
				return mine
			}
			return comm.Block(blocks, scratch, root)
		})
	return c.Err()
}
