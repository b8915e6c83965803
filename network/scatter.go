package network

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo/pack"
)

// Scatter sends a distinct block from node root to every node (one-to-all personalised). The blocks are dealt to root's
// links so that these carry equal loads; those for far nodes leave first.
//
// On return mine is node i's block of root's all; len(all) = p·m, len(mine) = m. The other nodes' all may be nil. n has p
// nodes.
// About T = (ts + tw·m)(p-1)/k on nodes that drive all their links, where root has k of them.
//
// Not in the book; cf. MPI_Scatter.
func Scatter[T any](c *comm.Comm[T], n *pack.Network, root int, all, mine []T) error {
	if err := cmp.Or(check("network: Scatter", c, n), comm.CheckScatter("network: Scatter", c, root, all, mine)); err != nil {
		return err
	}
	blocks := comm.EqualBlocks(c.Size(), len(mine))
	if c.Label() == root {
		c.Copy(mine, comm.Block(blocks, all, root))
	}
	return carry(c, n.Scatter(root), len(mine),
		func(r *pack.Route) []T { return comm.Block(blocks, all, r.To) },
		func(*pack.Route) []T { return mine })
}

// carry moves a block of m words along every route, in every step over one link of its route. block is where a block
// starts, place where it ends; both are on this node.
func carry[T any](c *comm.Comm[T], routes *pack.Routes, m int, block, place func(r *pack.Route) []T) error {
	me := c.Label()
	passing := c.Scratch(routes.Passing[me] * m)
	defer c.Release(passing)
	through := func(r *pack.Route, i int) []T { return passing[r.Passing[i]*m:][:m] }
	for step := range routes.Steps {
		for i := range routes.Of {
			r := &routes.Of[i]
			switch at := r.Reaches(step, me); {
			case at < 0 || m == 0:
			case r.Path[at] != me: // the block comes to the next place
				if me == r.To {
					c.PostRecv(r.Path[at], place(r))
				} else {
					c.PostRecv(r.Path[at], through(r, at+1))
				}
			case me == r.From:
				c.PostSend(r.Path[at+1], block(r))
			default:
				c.PostSend(r.Path[at+1], through(r, at))
			}
		}
		c.Exchange()
	}
	return c.Err()
}
