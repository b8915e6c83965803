package network

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo/pack"
)

// Gather collects the blocks of all nodes at node root. It is Scatter in reverse.
//
// On return, block i of root's slice `all` is the slice `mine` of node i. len(all) = p·m, len(mine) = m. On
// the other nodes the slice `all` may be nil. n has p nodes. Gather takes the time of Scatter on the network
// with every link reversed.
//
// This procedure is not in the book. Cf. MPI_Gather.
func Gather[T any](c *comm.Comm[T], n *pack.Network, root int, mine, all []T) error {
	blocks := comm.EqualBlocks(c.Size(), len(mine))
	if err := cmp.Or(checkNetwork("network: Gather", c, n),
		comm.CheckScatter("network: Gather", c, root, blocks, all, mine)); err != nil {
		return err
	}
	if c.Label() == root {
		c.Copy(comm.Block(blocks, all, root), mine)
	}
	return moveBlocks(c, n.Gather(root), len(mine),
		func(*pack.Route) []T { return mine },
		func(r *pack.Route) []T { return comm.Block(blocks, all, r.From) })
}
