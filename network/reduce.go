package network

import (
	"cmp"
	"slices"

	"topocoll/comm"
	"topocoll/topo/pack"
	"topocoll/tree"
)

// Reduce combines the vectors x of all nodes at node root. It is Bcast in reverse.
//
// On return, result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1, at root; on other nodes, `result` is
// unchanged and may be empty. The slice `result` may be x. n has p nodes. op must commute. Reduce takes the
// time of Bcast on the network with every link reversed.
//
// This procedure is not in the book. Source: Edmonds, Edge-disjoint branchings (1973). Cf. MPI_Reduce.
func Reduce[T any](c *comm.Comm[T], n *pack.Network, root int, op comm.Op[T], x, result []T) error {
	if err := cmp.Or(checkNetwork("network: Reduce", c, n),
		comm.CheckReduce("network: Reduce", c, root, op, x, result),
		op.CheckCommutes("network: Reduce")); err != nil {
		return err
	}
	sums := result
	if c.Label() != root {
		sums = c.Scratch(len(x))
		defer c.Release(sums)
	}
	if c.Size() == 1 {
		c.Copy(result, x)
	}
	reduceAlongTrees(c, n.To(root), op, func(int) []T { return x }, func(int) []T { return sums })
	return c.Err()
}

// reduceAlongTrees is sendAlongTrees in reverse: in each step, the nodes at one depth send their sums to
// their parents. The function `own` returns this node's words for a root, and the function `sums` returns the
// slice for the sums.
func reduceAlongTrees[T any](c *comm.Comm[T], trees *pack.Forest, op comm.Op[T],
	own, sums func(root int) []T) {
	me := c.Label()
	for step := trees.Depth - 1; step >= 0; step-- {
		ins, outs := trees.LinksIn(me, step), trees.LinksOut(me, step)
		received := c.Scratch(countWordsOut(trees, me, step, own))
		rest := received
		for i := outs - 1; i >= 0; i-- {
			link := trees.LinkOut(me, step, i)
			if n := len(partOf(trees, link, own)); n > 0 {
				c.PostRecv(link.Peer, rest[:n])
				rest = rest[n:]
			}
		}
		for i := ins - 1; i >= 0; i-- {
			link := trees.LinkIn(me, step, i)
			sum := partOf(trees, link, sums)
			if link.Leaf {
				sum = partOf(trees, link, own)
			}
			if len(sum) > 0 {
				c.PostSend(link.Peer, sum)
			}
		}
		c.Exchange()
		rest = received
		for i := outs - 1; i >= 0; i-- {
			link := trees.LinkOut(me, step, i)
			sum := partOf(trees, link, sums)
			with := sum
			if link.Last { // the loop runs backwards, so the last link of a tree comes first
				with = partOf(trees, link, own)
			}
			if len(sum) > 0 {
				op.Apply(sum, with, rest[:len(sum)])
				rest = rest[len(sum):]
			}
		}
		c.Release(received)
	}
}

// countWordsOut returns the number of words on the tree links that lead from node `me` in a step. In a
// reduction, node `me` receives these words.
func countWordsOut[T any](trees *pack.Forest, me, step int, block func(root int) []T) (n int) {
	for i := range trees.LinksOut(me, step) {
		n += len(partOf(trees, trees.LinkOut(me, step, i), block))
	}
	return n
}

// ReduceShort combines the vectors x of all nodes at node root. It is BcastShort in reverse.
//
// On return, result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1, at root; on other nodes, `result` is
// unchanged and may be empty. n has p nodes. radix is any r >= 2. op must commute. There are ceil(log_r p)
// steps of r-1 messages of m words. ReduceShort suits short messages.
//
// ReduceShort is tree.ReduceKnomial with the nodes in the order of n.Order. Cf. MPI_Reduce.
func ReduceShort[T any](c *comm.Comm[T], n *pack.Network, root, radix int, op comm.Op[T], x,
	result []T) error {
	if err := cmp.Or(checkNetwork("network: ReduceShort", c, n),
		comm.CheckReduce("network: ReduceShort", c, root, op, x, result),
		comm.CheckRadix("network: ReduceShort", radix),
		op.CheckCommutes("network: ReduceShort")); err != nil {
		return err
	}
	near, err := comm.Map(c, n.Order())
	if err != nil {
		return err
	}
	return tree.ReduceKnomial(near, slices.Index(n.Order(), root), radix, op, x, result)
}
