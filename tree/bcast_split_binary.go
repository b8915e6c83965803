package tree

import (
	"topocoll/comm"
	"topocoll/topo"
)

// BcastSplitBinary sends x from node root to every node: the first half goes down one binary tree and the second half down another one, each
// of half the nodes, and then pairs of nodes, one of each tree, exchange their halves.
//
// x has the same length on every node; on return it holds root's values. Any p; with an even one, the last node of the first tree has no
// partner and receives the second half from root.
// 1 + floor(log p) rounds of at most two messages of m/2 words: T = (ts + tw·m/2)(2 log(p+1) - 1) with one port, where every node is
// one link away and p is 2^d - 1.
//
// Cf. MPI_Bcast, Open MPI's split_binary_tree. For long messages it is meant to be cut: no node sends more than 3/2 m words, where it is
// 2m in BcastBinary.
func BcastSplitBinary[T any](c *comm.Comm[T], root int, x []T) error {
	if err := comm.CheckRoot("tree: BcastSplitBinary", root, c.Size()); err != nil {
		return err
	}
	p := c.Size()
	v := topo.Mod(c.Label()-root, p)
	label := func(v int) int {
		if v >= p {
			return comm.None
		}
		return topo.Mod(root+v, p)
	}
	halves := comm.SplitBlocks(2, len(x))
	if v == 0 {
		for k := range 2 {
			c.PostSend(label(k+1), comm.Block(halves, x, k))
		}
		c.Exchange()
		if p%2 == 0 {
			c.Send(label(p-1), comm.Block(halves, x, 1))
		}
		return c.Err()
	}

	tree, i := (v-1)%2, (v-1)/2 // nodes 1, 3, 5, ... after root are the first tree, level by level, 2, 4, 6, ... the second one
	at := func(i int) int { return label(1 + tree + 2*i) }
	parent, partner := root, label(v+1-2*tree)
	if i > 0 {
		parent = at((i - 1) / 2)
	}
	mine, other := comm.Block(halves, x, tree), comm.Block(halves, x, 1-tree)
	c.Recv(parent, mine)
	c.PostSend(at(2*i+1), mine)
	c.PostSend(at(2*i+2), mine)
	c.Exchange()
	if partner == comm.None {
		c.Recv(root, other)
	} else {
		c.SendRecv(partner, mine, partner, other)
	}
	return c.Err()
}
