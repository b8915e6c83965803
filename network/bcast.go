package network

import (
	"cmp"
	"slices"

	"topocoll/comm"
	"topocoll/topo/pack"
	"topocoll/tree"
)

// Bcast sends x from node root to every node. It divides x into parts, and sends each part along a separate
// spanning tree. The number of trees is the number of links in the smallest cut that separates a node from
// root, so the trees together reach the rate of this cut. If every host has only one link, there may be two
// trees that carry half of x each or, if the links cannot carry both trees at the full rate, one chain.
//
// x has the same length on every node; on return it holds root's values. n has p nodes. With k arc-disjoint
// trees of depth d there are d steps, with m/k words on each link. If package plan divides the messages into
// short segments, T approaches the lower bound tw·m/k, provided that nodes use all their links at once. On
// networks of more than 64 nodes with switches and without symmetry, T exceeds the lower bound by the
// fraction Forest.Excess.
//
// This procedure is not in the book. Source: Edmonds, Edge-disjoint branchings (1973). hcube.BcastESBT
// and mesh.BcastTrees are special cases with trees in closed form. Cf. MPI_Bcast.
func Bcast[T any](c *comm.Comm[T], n *pack.Network, root int, x []T) error {
	if err := cmp.Or(checkNetwork("network: Bcast", c, n),
		comm.CheckRoot("network: Bcast", root, c.Size())); err != nil {
		return err
	}
	sendAlongTrees(c, n.From(root), func(int) []T { return x })
	return c.Err()
}

// sendAlongTrees sends the block of every root along the trees of that root, one level deeper in each step.
func sendAlongTrees[T any](c *comm.Comm[T], trees *pack.Forest, block func(root int) []T) {
	me := c.Label()
	for step := range trees.Depth {
		for i := range trees.LinksIn(me, step) {
			link := trees.LinkIn(me, step, i)
			if part := partOf(trees, link, block); len(part) > 0 {
				c.PostRecv(link.Peer, part)
			}
		}
		for i := range trees.LinksOut(me, step) {
			link := trees.LinkOut(me, step, i)
			if part := partOf(trees, link, block); len(part) > 0 {
				c.PostSend(link.Peer, part)
			}
		}
		c.Exchange()
	}
}

// partOf returns the part of a root's block that is sent over the given link of a tree.
func partOf[T any](trees *pack.Forest, link pack.Link, block func(root int) []T) []T {
	x := block(trees.Root(link))
	begin, end := trees.Part(link, len(x))
	return x[begin:end:end]
}

// BcastShort sends x from node root to every node over a k-nomial tree in which nodes that are near each
// other form groups.
//
// x has the same length on every node; on return it holds root's values. n has p nodes. radix is any r >= 2.
// There are ceil(log_r p) steps of r-1 messages of m words. The number of steps does not depend on the
// network, but every link in use carries all of x. BcastShort suits short messages.
//
// BcastShort is tree.BcastKnomial with the nodes in the order of n.Order. Cf. MPI_Bcast.
func BcastShort[T any](c *comm.Comm[T], n *pack.Network, root, radix int, x []T) error {
	if err := cmp.Or(checkNetwork("network: BcastShort", c, n),
		comm.CheckRoot("network: BcastShort", root, c.Size()),
		comm.CheckRadix("network: BcastShort", radix)); err != nil {
		return err
	}
	near, err := comm.Map(c, n.Order())
	if err != nil {
		return err
	}
	return tree.BcastKnomial(near, slices.Index(n.Order(), root), radix, x)
}
