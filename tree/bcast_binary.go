package tree

import "topocoll/comm"

// BcastBinary sends x from node root to every node over a complete binary tree, in which every node has at most two children.
//
// x has the same length on every node; on return it holds root's values. Any p.
// floor(log p) rounds of two messages of m words: T = 2(ts + tw·m)(log(p+1) - 1) with one port, where every node is one link away
// and p is 2^d - 1.
//
// Cf. MPI_Bcast, Open MPI's binary_tree. For long messages it is meant to be cut: no node sends a word more than twice.
func BcastBinary[T any](c *comm.Comm[T], root int, x []T) error {
	if err := comm.CheckRoot("tree: BcastBinary", root, c.Size()); err != nil {
		return err
	}
	at := complete(c.Label(), root, c.Size())

	c.Recv(at.parent, x)
	c.PostSend(at.left, x)
	c.PostSend(at.right, x)
	c.Exchange()
	return c.Err()
}
