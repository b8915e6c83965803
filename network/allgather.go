package network

import (
	"cmp"

	"topocoll/butterfly"
	"topocoll/comm"
	"topocoll/topo/pack"
)

// Allgather collects every node's block on every node (all-to-all broadcast). Each block moves along separate
// spanning trees, and all trees are used at the same time.
//
// On return, block i of result is the slice `mine` of node i. len(mine) = m, len(result) = p·m. mine may
// alias this node's block of result. n has p nodes. With short segments, T approaches the lower bound if
// nodes use all their links at once. For a set of nodes, let the bound be tw·m times the number of nodes in
// the set, divided by the number of links that leave the set. The lower bound is the maximum over all sets.
// On networks of more than 64 nodes without symmetry, T exceeds the lower bound by the fraction
// Forest.Excess.
//
// This procedure is not in the book. Source: ForestColl (Zhao et al. 2024). Cf. MPI_Allgather.
func Allgather[T any](c *comm.Comm[T], n *pack.Network, mine, result []T) error {
	if err := cmp.Or(checkNetwork("network: Allgather", c, n),
		comm.CheckAllgather("network: Allgather", c, mine, result)); err != nil {
		return err
	}
	blocks := comm.EqualBlocks(c.Size(), len(mine))
	if own := comm.Block(blocks, result, c.Label()); !comm.Same(own, mine) {
		c.Copy(own, mine)
	}
	return allgather(c, n, blocks, result)
}

// allgather is Allgather for blocks of different lengths. This node's block is already in result.
func allgather[T any](c *comm.Comm[T], n *pack.Network, blocks comm.Blocks, result []T) error {
	sendAlongTrees(c, n.FromAll(), func(root int) []T { return comm.Block(blocks, result, root) })
	return c.Err()
}

// AllgatherShort collects the block of every node on every node: in each step, groups of nodes that are near
// each other exchange their blocks.
//
// On return, block i of result is the slice `mine` of node i. len(mine) = m, len(result) = p·m. n has p
// nodes. radix is any r >= 2; nodes that do not fill a group are folded in and out. There are log_r p steps
// of r-1 messages of m, rm, r²m, ... words, and two more steps if nodes are folded. AllgatherShort suits
// short messages on networks such as a fat tree, where the bandwidth between distant nodes is as high as
// between nearby nodes.
//
// It is butterfly.Allgather with the nodes in the order of n.Order; copies put the blocks into label order.
// Cf. MPI_Allgather.
func AllgatherShort[T any](c *comm.Comm[T], n *pack.Network, radix int, mine, result []T) error {
	if err := cmp.Or(checkNetwork("network: AllgatherShort", c, n),
		comm.CheckAllgather("network: AllgatherShort", c, mine, result),
		comm.CheckRadix("network: AllgatherShort", radix)); err != nil {
		return err
	}
	order := n.Order()
	if endOfRun(order, 0) == len(order) {
		return butterfly.Allgather(c, radix, mine, result)
	}
	near, err := comm.Map(c, order)
	if err != nil {
		return err
	}
	held := c.Scratch(len(result))
	defer c.Release(held)
	if err := butterfly.Allgather(near, radix, mine, held); err != nil {
		return err
	}
	m := len(mine)
	for i := 0; i < len(order); {
		end := endOfRun(order, i)
		c.Copy(result[order[i]*m:], held[i*m:end*m])
		i = end
	}
	return c.Err()
}

// endOfRun returns the index after the last of the consecutive labels that begin at index i of an order.
func endOfRun(order []int, i int) int {
	for i++; i < len(order) && order[i] == order[i-1]+1; i++ {
	}
	return i
}
