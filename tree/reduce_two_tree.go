package tree

import (
	"cmp"

	"topocoll/comm"
)

// ReduceTwoTree combines the x of every node at node root, each half over one of the two trees of BcastTwoTree.
//
// On return root's result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. The other nodes' result may be
// nil. Any p. op must commute.
// 1 + floor(log(p-1)) rounds of m/2 words: T = (ts + tw·m/2)(1 + floor(log(p-1))) on nodes that drive all their links at once, where
// every node is one link away and p > 2.
//
// Sanders, Speck, Träff 2009; cf. MPI_Reduce, UCC's dbt. Differs as BcastTwoTree.
func ReduceTwoTree[T any](c *comm.Comm[T], root int, op comm.Op[T], x, result []T) error {
	if err := cmp.Or(comm.CheckReduce("tree: ReduceTwoTree", c, root, op, x, result),
		op.CheckCommutes("tree: ReduceTwoTree")); err != nil {
		return err
	}
	m := len(x)
	at, of := twoTrees(c.Label(), root, c.Size())
	halves := comm.SplitBlocks(2, m)
	inner, leaf := comm.Block(halves, x, of[0]), comm.Block(halves, x, of[1])
	scratch := c.Scratch(4 * halves.Longest())
	defer c.Release(scratch)
	in := comm.EqualBlocks(4, halves.Longest())
	sums := func(i int, half []T) []T { return comm.Block(in, scratch, i)[:len(half)] }
	left, right, ofLeaf, total := sums(0, inner), sums(1, inner), sums(2, leaf), sums(3, inner)

	c.PostRecv(at[1].left, ofLeaf) // root's
	c.PostRecv(at[0].right, right)
	c.PostRecv(at[0].left, left)
	c.PostSend(at[1].parent, leaf)
	if at[0].left == comm.None { // a leaf in both
		c.PostSend(at[0].parent, inner)
		c.Exchange()
		if c.Size() == 1 {
			c.Copy(result, x)
		}
		return c.Err()
	}
	c.Exchange()
	if c.Label() != root {
		c.Send(at[0].parent, join(op, at[0], left, right, inner, total))
		return c.Err()
	}
	join(op, at[0], left, right, inner, comm.Block(halves, result, of[0]))
	join(op, at[1], ofLeaf, nil, leaf, comm.Block(halves, result, of[1]))
	return c.Err()
}
