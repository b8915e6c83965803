package tree

import "topocoll/comm"

// ReduceBinary combines the x of every node at node root over a binary tree: that of BcastBinary if op commutes; otherwise one in
// which the sums from the left are of lower labels and those from the right of higher ones.
//
// On return root's result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. The other nodes' result may be
// nil. Any p; label order is kept for every root.
// floor(log p) rounds of two messages of m words: T = 2(ts + tw·m)(log(p+1) - 1) with one port, where every node is one link away
// and p is 2^d - 1. For an op that does not commute there is a round more if root is not in the middle.
//
// Cf. MPI_Reduce, Open MPI's binary and in-order_binary. Differs from the latter: root is the root of the tree, so no result has to be
// sent to it.
func ReduceBinary[T any](c *comm.Comm[T], root int, op comm.Op[T], x, result []T) error {
	if err := comm.CheckReduce("tree: ReduceBinary", c, root, op, x, result); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Label(), len(x)
	at := complete(me, root, p)
	if !op.Commutative {
		at = inOrder(me, root, p)
	}
	if at.left == comm.None && at.right == comm.None { // nothing to keep
		if me == root {
			c.Copy(result, x)
		}
		c.Send(at.parent, x)
		return c.Err()
	}
	scratch := c.Scratch(3 * m)
	defer c.Release(scratch)
	left, right, total := scratch[:m], scratch[m:2*m], scratch[2*m:]
	if me == root {
		total = result
	}

	c.PostRecv(at.right, right)
	c.PostRecv(at.left, left)
	c.Exchange()
	sum := join(op, at, left, right, x, total)
	c.Send(at.parent, sum)
	return c.Err()
}

// join sets total to left ⊕ x ⊕ right, as far as there are children, and returns it; without children it returns x.
func join[T any](op comm.Op[T], at place, left, right, x, total []T) []T {
	sum := x
	if at.left != comm.None {
		op.Apply(total, left, sum)
		sum = total
	}
	if at.right != comm.None {
		op.Apply(total, sum, right)
		sum = total
	}
	return sum
}
