package tree

import "topocoll/comm"

// BcastTwoTree sends each half of x from node root to every node over a binary tree of its own. A node with children in one of the
// trees is a leaf in the other one. So it receives both halves and sends only one, twice: as many words in as out.
//
// x has the same length on every node; on return it holds root's values. Any p.
// 1 + floor(log(p-1)) rounds of m/2 words: T = (ts + tw·m/2)(1 + floor(log(p-1))) on nodes that drive all their links at once, where
// every node is one link away and p > 2.
//
// Sanders, Speck, Träff 2009; cf. MPI_Bcast, UCC's dbt, NCCL's tree. Differs: the second tree is the first one shifted by one for
// every p; the two messages of a round are not coloured so that one port would never wait.
func BcastTwoTree[T any](c *comm.Comm[T], root int, x []T) error {
	if err := comm.CheckRoot("tree: BcastTwoTree", root, c.Size()); err != nil {
		return err
	}
	at, of := twoTrees(c.Label(), root, c.Size())
	halves := comm.SplitBlocks(2, len(x))
	inner, leaf := comm.Block(halves, x, of[0]), comm.Block(halves, x, of[1])

	if at[0].left != comm.None {
		c.Recv(at[0].parent, inner)
	} else { // a leaf in both
		c.PostRecv(at[0].parent, inner)
	}
	c.PostRecv(at[1].parent, leaf)
	c.PostSend(at[0].left, inner)
	c.PostSend(at[0].right, inner)
	c.PostSend(at[1].left, leaf) // root's
	c.Exchange()
	return c.Err()
}
