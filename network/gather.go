package network

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo/pack"
)

// Gather collects the blocks of all nodes at node root: Scatter backwards.
//
// On return root's all has node i's mine as block i; len(all) = p·m, len(mine) = m. The other nodes' all may be nil. n has p
// nodes.
// As long as Scatter takes on the network with every link reversed.
//
// Not in the book; cf. MPI_Gather.
func Gather[T any](c *comm.Comm[T], n *pack.Network, root int, mine, all []T) error {
	if err := cmp.Or(check("network: Gather", c, n), comm.CheckScatter("network: Gather", c, root, all, mine)); err != nil {
		return err
	}
	blocks := comm.EqualBlocks(c.Size(), len(mine))
	if c.Label() == root {
		c.Copy(comm.Block(blocks, all, root), mine)
	}
	return carry(c, n.Gather(root), len(mine),
		func(*pack.Route) []T { return mine },
		func(r *pack.Route) []T { return comm.Block(blocks, all, r.From) })
}
