package tree

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo"
)

// BcastSplitBinary sends x from node root to every node over two binary trees, each with half of the nodes.
// The first half of x goes down one tree, and the second half goes down the other. Then each node exchanges
// halves with a node of the other tree.
//
// x has the same length on every node; on return it holds root's values. Any p; if p is even, the last node
// of the first tree has no partner and receives the second half from root.
// 1 + floor(log p) rounds of at most two messages of m/2 words: T = (ts + tw·m/2)(2 log(p+1) - 1) with one
// port, if every pair of nodes is one link apart and p is 2^d - 1.
//
// Cf. MPI_Bcast, Open MPI's split_binary_tree. Divide long messages into segments. A node sends at most 3m/2
// words; in one binary tree it would send up to 2m words.
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

	// The nodes that are 1, 3, 5, ... labels after root form the first tree, level by level. The nodes that are
	// 2, 4, 6, ... labels after root form the second tree.
	tree, i := (v-1)%2, (v-1)/2
	labelInTree := func(i int) int { return label(1 + tree + 2*i) }
	parent, partner := root, label(v+1-2*tree)
	if i > 0 {
		parent = labelInTree((i - 1) / 2)
	}
	mine, other := comm.Block(halves, x, tree), comm.Block(halves, x, 1-tree)
	c.Recv(parent, mine)
	c.PostSend(labelInTree(2*i+1), mine)
	c.PostSend(labelInTree(2*i+2), mine)
	c.Exchange()
	if partner == comm.None {
		c.Recv(root, other)
	} else {
		c.SendRecv(partner, mine, partner, other)
	}
	return c.Err()
}

// BcastTwoTree sends x from node root to every node. Each half of x travels over a separate binary tree. A
// node with children in one tree is a leaf in the other tree. Such a node receives both halves and sends one
// of them twice, so it sends as many words as it receives.
//
// x has the same length on every node; on return it holds root's values. Any p.
// 1 + floor(log(p-1)) rounds of m/2 words: T = (ts + tw·m/2)(1 + floor(log(p-1))) on nodes that use all their
// links at once, if every pair of nodes is one link apart and p > 2.
//
// Sanders, Speck, Träff 2009; cf. MPI_Bcast, UCC's dbt, NCCL's tree. Unlike in the paper, for every p the
// second tree is the first tree shifted by one label. Also unlike in the paper, no colouring of the links
// orders the messages, so a node with one port may have to wait.
func BcastTwoTree[T any](c *comm.Comm[T], root int, x []T) error {
	if err := comm.CheckRoot("tree: BcastTwoTree", root, c.Size()); err != nil {
		return err
	}
	at, halfOf := twoTrees(c.Label(), root, c.Size())
	halves := comm.SplitBlocks(2, len(x))
	inner, leaf := comm.Block(halves, x, halfOf[0]), comm.Block(halves, x, halfOf[1])

	if at[0].left != comm.None {
		c.Recv(at[0].parent, inner)
	} else { // this node is a leaf in both trees
		c.PostRecv(at[0].parent, inner)
	}
	c.PostRecv(at[1].parent, leaf)
	c.PostSend(at[0].left, inner)
	c.PostSend(at[0].right, inner)
	c.PostSend(at[1].left, leaf) // only root has a child in this tree
	c.Exchange()
	return c.Err()
}

// BcastBine sends x from node root to every node over a Bine tree, a binomial tree whose distances are about
// two thirds of the distances in the usual binomial tree.
//
// x has the same length on every node; on return it holds root's values. p = 2^d; for any other p, the spare
// nodes receive x in one more round, each from the host of its logical node (see topo.Fold). log p rounds of
// m words: T = (ts + tw·m) log p, if every pair of nodes is one link apart.
//
// De Sensi et al. 2025, the Bine tree with halving distances; cf. MPI_Bcast, PICO's bine_lat.
func BcastBine[T any](c *comm.Comm[T], root int, x []T) error {
	if err := comm.CheckRoot("tree: BcastBine", root, c.Size()); err != nil {
		return err
	}
	t := newBineNode(c, root)
	sends, parent := t.sendRounds()

	c.Recv(parent, x)
	for round := sends - 1; round >= 0; round-- {
		c.Send(t.partner(round), x)
	}
	c.Send(t.spareChild(), x)
	return c.Err()
}

// BcastKnomial sends x from node root to every node over a k-nomial tree. The leader of a group sends to the
// leaders of the subgroups that it does not lead itself, the largest groups first.
//
// x has the same length on every node; on return it holds root's values. Any p, any radix r >= 2.
// ceil(log_r p) rounds of r-1 messages of m words: T = (ts + tw·m)(r-1) log_r p with one port, if every pair
// of nodes is one link apart. With r = 2 it is a binomial tree like hcube.Bcast; with r = p, root sends all
// messages.
//
// A binomial tree in base r, for nodes with several ports; cf. MPI_Bcast, Open MPI's and UCC's knomial.
// Unlike in these libraries, labels are consecutive in every subtree, for every root.
func BcastKnomial[T any](c *comm.Comm[T], root, radix int, x []T) error {
	if err := cmp.Or(comm.CheckRoot("tree: BcastKnomial", root, c.Size()),
		comm.CheckRadix("tree: BcastKnomial", radix)); err != nil {
		return err
	}
	t := newKnomialNode(c, root, radix)
	n, parent := t.ledGroup()

	c.Recv(parent, x)
	for ; n > 1; n /= t.radix {
		part := n / t.radix
		for first, end := t.group(n); first < end; first += part {
			if child := t.leader(first, part); child != t.me {
				c.PostSend(child, x)
			}
		}
		c.Exchange()
	}
	return c.Err()
}
