package tree

import (
	"cmp"

	"topocoll/comm"
)

// ReduceBinary combines the vectors x of all nodes at node root over a binary tree. If op commutes, the tree
// is complete. Otherwise the tree is in label order: left subtrees have lower labels, and right subtrees have
// higher labels.
//
// On return, root's result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. On the
// other nodes, `result` may be nil. Any p. If op does not commute, operands are combined in label order for
// every root. floor(log p) rounds of two messages of m words: T = 2(ts + tw·m)(log(p+1) - 1) with one port,
// if every pair of nodes is one link apart and p is 2^d - 1. If op does not commute and root is not in the
// middle, there may be one more round.
//
// Cf. MPI_Reduce, Open MPI's binary and in-order_binary. Unlike in in-order_binary, the node `root` is the
// root of the tree, so no additional message carries the result to it.
func ReduceBinary[T any](c *comm.Comm[T], root int, op comm.Op[T], x, result []T) error {
	if err := comm.CheckReduce("tree: ReduceBinary", c, root, op, x, result); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Label(), len(x)
	at := completeTreeNeighbours(me, root, p)
	if !op.Commutative {
		at = inOrderTreeNeighbours(me, root, p)
	}
	if at.left == comm.None && at.right == comm.None { // a leaf has no sum to store
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
	sum := combineChildren(op, at, left, right, x, total)
	c.Send(at.parent, sum)
	return c.Err()
}

// combineChildren sets `total` to left ⊕ x ⊕ right and returns it. A missing child has no operand. If both
// children are missing, combineChildren returns x.
func combineChildren[T any](op comm.Op[T], at treeNeighbours, left, right, x, total []T) []T {
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

// ReduceTwoTree combines the vectors x of all nodes at node root. Each half of the vectors is reduced over
// one of the two trees of BcastTwoTree.
//
// On return, root's result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. On the
// other nodes, `result` may be nil. Any p. op must commute.
// 1 + floor(log(p-1)) rounds of m/2 words: T = (ts + tw·m/2)(1 + floor(log(p-1))) on nodes that use all their
// links at once, if every pair of nodes is one link apart and p > 2.
//
// Sanders, Speck, Träff 2009; cf. MPI_Reduce, UCC's dbt. The differences from the paper are the same as for
// BcastTwoTree.
func ReduceTwoTree[T any](c *comm.Comm[T], root int, op comm.Op[T], x, result []T) error {
	if err := cmp.Or(comm.CheckReduce("tree: ReduceTwoTree", c, root, op, x, result),
		op.CheckCommutes("tree: ReduceTwoTree")); err != nil {
		return err
	}
	m := len(x)
	at, halfOf := twoTrees(c.Label(), root, c.Size())
	halves := comm.SplitBlocks(2, m)
	inner, leaf := comm.Block(halves, x, halfOf[0]), comm.Block(halves, x, halfOf[1])
	scratch := c.Scratch(4 * halves.Longest())
	defer c.Release(scratch)
	in := comm.EqualBlocks(4, halves.Longest())
	sums := func(i int, half []T) []T { return comm.Block(in, scratch, i)[:len(half)] }
	left, right, leafSum, total := sums(0, inner), sums(1, inner), sums(2, leaf), sums(3, inner)

	c.PostRecv(at[1].left, leafSum) // only root has a child in this tree
	c.PostRecv(at[0].right, right)
	c.PostRecv(at[0].left, left)
	c.PostSend(at[1].parent, leaf)
	if at[0].left == comm.None { // this node is a leaf in both trees
		c.PostSend(at[0].parent, inner)
		c.Exchange()
		if c.Size() == 1 {
			c.Copy(result, x)
		}
		return c.Err()
	}
	c.Exchange()
	if c.Label() != root {
		c.Send(at[0].parent, combineChildren(op, at[0], left, right, inner, total))
		return c.Err()
	}
	combineChildren(op, at[0], left, right, inner, comm.Block(halves, result, halfOf[0]))
	combineChildren(op, at[1], leafSum, nil, leaf, comm.Block(halves, result, halfOf[1]))
	return c.Err()
}

// ReduceBine combines the vectors x of all nodes at node root over a Bine tree: the rounds of BcastBine in
// reverse.
//
// On return, root's result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. On the
// other nodes, `result` may be nil. op must commute. p = 2^d; for any other p, the spare nodes send to the
// hosts of their logical nodes (see topo.Fold), in one more round. log p rounds of m words: T = (ts + tw·m)
// log p, if every pair of nodes is one link apart.
//
// De Sensi et al. 2025; cf. MPI_Reduce, PICO's bine_lat.
func ReduceBine[T any](c *comm.Comm[T], root int, op comm.Op[T], x, result []T) error {
	if err := cmp.Or(comm.CheckReduce("tree: ReduceBine", c, root, op, x, result),
		op.CheckCommutes("tree: ReduceBine")); err != nil {
		return err
	}
	t := newBineNode(c, root)
	sends, parent := t.sendRounds()
	m, guest := len(x), t.spareChild()
	if sends == 0 && guest == comm.None { // nothing is received, so there is no sum to store
		if c.Label() == root {
			c.Copy(result, x)
		}
		c.Send(parent, x)
		return c.Err()
	}
	scratch := c.Scratch(2 * m)
	defer c.Release(scratch)
	in, total := scratch[:m], scratch[m:]
	if c.Label() == root {
		total = result
	}

	sum := x
	add := func(from int) {
		c.Recv(from, in)
		op.Apply(total, sum, in)
		sum = total
	}
	if guest != comm.None {
		add(guest)
	}
	for round := range sends {
		add(t.partner(round))
	}
	c.Send(parent, sum)
	return c.Err()
}

// ReduceKnomial combines the vectors x of all nodes at node root over the tree of BcastKnomial. The leader of
// a group receives the sums of the subgroups that it does not lead itself, the smallest groups first.
//
// On return, root's result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. On the
// other nodes, `result` may be nil. Any p, any radix r >= 2; operands are combined in label order for every
// root. ceil(log_r p) rounds of r-1 messages of m words: T = (ts + tw·m)(r-1) log_r p with one port, if every
// pair of nodes is one link apart.
//
// The reverse of BcastKnomial; cf. MPI_Reduce, Open MPI's and UCC's knomial.
func ReduceKnomial[T any](c *comm.Comm[T], root, radix int, op comm.Op[T], x, result []T) error {
	if err := cmp.Or(comm.CheckReduce("tree: ReduceKnomial", c, root, op, x, result),
		comm.CheckRadix("tree: ReduceKnomial", radix)); err != nil {
		return err
	}
	m := len(x)
	t := newKnomialNode(c, root, radix)
	n, parent := t.ledGroup()
	if n == 1 {
		c.Send(parent, x)
		if parent == comm.None {
			c.Copy(result, x)
		}
		return c.Err()
	}
	scratch := c.Scratch(t.radix * m)
	defer c.Release(scratch)
	sums, total := comm.EqualBlocks(t.radix-1, m), scratch[(t.radix-1)*m:]
	if t.me == root {
		total = result
	}

	sum := x
	for part := 1; part < n; part *= t.radix {
		// `others` is the number of subgroups that this node does not lead, and `higher` is the number of these
		// subgroups with higher labels. The sums of higher labels are received first.
		others, higher := 0, 0
		first, end := t.group(part * t.radix)
		for at := (end - 1) / part * part; at >= first; at -= part {
			if child := t.leader(at, part); child == t.me {
				higher = others
			} else {
				c.PostRecv(child, comm.Block(sums, scratch, others))
				others++
			}
		}
		c.Exchange()
		for i := higher; i < others; i++ {
			op.Apply(total, comm.Block(sums, scratch, i), sum)
			sum = total
		}
		for i := higher - 1; i >= 0; i-- {
			op.Apply(total, sum, comm.Block(sums, scratch, i))
			sum = total
		}
	}
	c.Send(parent, sum)
	return c.Err()
}
