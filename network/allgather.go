package network

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo/pack"
)

// Allgather sends every node's block to every node (all-to-all broadcast), each along its own spanning trees, all at once.
//
// On return result holds p blocks, that of node i as block i; len(mine) = m, len(result) = p·m. mine may be this node's
// block of result. n has p nodes.
// Cut into short messages, T tends on nodes that drive all their links to the least that the links allow: over all sets
// of nodes, tw·m times the number of nodes in it, divided by the links that leave it; on more than 64 nodes without symmetry, to
// Forest.Excess more.
//
// Not in the book: ForestColl (Zhao et al. 2024). Cf. MPI_Allgather.
func Allgather[T any](c *comm.Comm[T], n *pack.Network, mine, result []T) error {
	if err := cmp.Or(check("network: Allgather", c, n), comm.CheckAllgather("network: Allgather", c, mine, result)); err != nil {
		return err
	}
	blocks := comm.EqualBlocks(c.Size(), len(mine))
	if own := comm.Block(blocks, result, c.Label()); !comm.Same(own, mine) {
		c.Copy(own, mine)
	}
	return allgather(c, n, blocks, result)
}

// allgather is Allgather with blocks of any lengths, this node's in its place.
func allgather[T any](c *comm.Comm[T], n *pack.Network, blocks comm.Blocks, result []T) error {
	spread(c, n.FromAll(), func(root int) []T { return comm.Block(blocks, result, root) })
	return c.Err()
}
