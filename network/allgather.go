package network

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo/pack"
)

// Allgather collects every node's block on every node (all-to-all broadcast). Each block moves along separate
// spanning trees, and all trees are used at the same time.
//
// On return, block i of result is the slice `mine` of node i. len(mine) = m, len(result) = p·m. `mine` may
// alias this node's block of result. n has p nodes. With short segments, T approaches the lower bound if
// nodes use all their links at once. For a set of nodes, let the bound be tw·m times the number of nodes in
// the set, divided by the number of links that leave the set. The lower bound is the maximum over all sets.
// On networks of more than 64 nodes without symmetry, T exceeds the lower bound by the fraction
// Forest.Excess.
//
// This procedure is not in the book. Source: ForestColl (Zhao et al. 2024). Cf. MPI_Allgather.
func Allgather[T any](c *comm.Comm[T], n *pack.Network, mine, result []T) error {
	blocks := comm.EqualBlocks(c.Size(), len(mine))
	if err := cmp.Or(checkNetwork("network: Allgather", c, n),
		comm.CheckAllgather("network: Allgather", c, blocks, mine, result)); err != nil {
		return err
	}
	c.Copy(comm.Block(blocks, result, c.Label()), mine)
	return allgather(c, n, blocks, result)
}

// allgather is Allgather for blocks of different lengths. This node's block is already in result.
func allgather[T any](c *comm.Comm[T], n *pack.Network, blocks comm.Blocks, result []T) error {
	sendAlongTrees(c, n.FromAll(), func(root int) []T { return comm.Block(blocks, result, root) })
	return c.Err()
}
