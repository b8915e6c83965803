package network

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo/pack"
)

// Scatter sends a distinct block from node root to every node (one-to-all personalised). The blocks are
// distributed over root's links, which carry equal loads. Blocks for distant nodes are sent first.
//
// On return, the slice `mine` of node i is block i of root's slice `all`. len(all) = p·m, len(mine) = m. On
// the other nodes the slice `all` may be nil. n has p nodes.
// T is about (ts + tw·m)(p-1)/k if root has k links and nodes use all their links at once.
//
// This procedure is not in the book. Cf. MPI_Scatter.
func Scatter[T any](c *comm.Comm[T], n *pack.Network, root int, all, mine []T) error {
	blocks := comm.EqualBlocks(c.Size(), len(mine))
	if err := cmp.Or(checkNetwork("network: Scatter", c, n),
		comm.CheckScatter("network: Scatter", c, root, blocks, all, mine)); err != nil {
		return err
	}
	if c.Label() == root {
		c.Copy(mine, comm.Block(blocks, all, root))
	}
	return moveBlocks(c, n.Scatter(root), len(mine),
		func(r *pack.Route) []T { return comm.Block(blocks, all, r.To) },
		func(*pack.Route) []T { return mine })
}

// moveBlocks moves one block of m words along each route, over one link in each step. The function `source`
// returns a route's block on the node where the route starts. The function `destination` returns the memory
// for the block on the node where the route ends.
func moveBlocks[T any](c *comm.Comm[T], routes *pack.Routes, m int, source,
	destination func(r *pack.Route) []T) error {
	me := c.Label()
	passing := c.Scratch(routes.Passing[me] * m)
	defer c.Release(passing)
	through := func(r *pack.Route, i int) []T { return passing[r.Passing[i]*m:][:m] }
	for step := range routes.Steps {
		for i := range routes.Of {
			r := &routes.Of[i]
			switch at := r.Reaches(step, me); {
			case at < 0 || m == 0:
			case r.Path[at] != me: // the block arrives at this node
				if me == r.To {
					c.PostRecv(r.Path[at], destination(r))
				} else {
					c.PostRecv(r.Path[at], through(r, at+1))
				}
			case me == r.From:
				c.PostSend(r.Path[at+1], source(r))
			default:
				c.PostSend(r.Path[at+1], through(r, at))
			}
		}
		c.Exchange()
	}
	return c.Err()
}
