package network

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo/pack"
)

// Bcast sends x from node root to every node, in parts over spanning trees that together carry what the smallest cut between root and
// another node does: as many as it has links, and where hosts have one link, two of half a block or one chain.
//
// x has the same length on every node; on return it holds root's values. n has p nodes.
// With k trees of depth d whose arcs are disjoint: d steps of m/k words on all links. Cut into short messages,
// T tends to tw·m/k on nodes that drive all their links, which no algorithm
// beats; on more than 64 nodes between switches without symmetry, to Forest.Excess more.
//
// Not in the book: Edmonds, Edge-disjoint branchings (1973). hcube.BcastESBT and mesh.BcastTrees are its cases with
// trees in closed form. Cf. MPI_Bcast.
func Bcast[T any](c *comm.Comm[T], n *pack.Network, root int, x []T) error {
	if err := cmp.Or(check("network: Bcast", c, n), comm.CheckRoot("network: Bcast", root, c.Size())); err != nil {
		return err
	}
	spread(c, n.From(root), func(int) []T { return x })
	return c.Err()
}

// spread sends the block of every root along its trees, in each step to the nodes of the next depth.
func spread[T any](c *comm.Comm[T], trees *pack.Forest, block func(root int) []T) {
	me := c.Label()
	for step := range trees.Depth {
		for i := range trees.LinksIn(me, step) {
			link := trees.LinkIn(me, step, i)
			if part := part(trees, link, block); len(part) > 0 {
				c.PostRecv(link.Peer, part)
			}
		}
		for i := range trees.LinksOut(me, step) {
			link := trees.LinkOut(me, step, i)
			if part := part(trees, link, block); len(part) > 0 {
				c.PostSend(link.Peer, part)
			}
		}
		c.Exchange()
	}
}

// part returns what of the block of a root goes over a link of its trees.
func part[T any](trees *pack.Forest, link pack.Link, block func(root int) []T) []T {
	x := block(trees.Root(link))
	begin, end := trees.Part(link, len(x))
	return x[begin:end:end]
}
