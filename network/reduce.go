package network

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo/pack"
)

// Reduce combines the vectors of all nodes at node root: Bcast backwards.
//
// On return result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1, at root; elsewhere result is not touched and may be empty.
// result may be x. n has p nodes. op must commute.
// As long as Bcast takes on the network with every link reversed.
//
// Not in the book: Edmonds, Edge-disjoint branchings (1973). Cf. MPI_Reduce.
func Reduce[T any](c *comm.Comm[T], n *pack.Network, root int, op comm.Op[T], x, result []T) error {
	if err := cmp.Or(check("network: Reduce", c, n), comm.CheckReduce("network: Reduce", c, root, op, x, result),
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
	combine(c, n.To(root), op, func(int) []T { return x }, func(int) []T { return sums })
	return c.Err()
}

// combine is spread backwards: in each step the nodes of one depth send their sums to those of the depth before. own is this
// node's words for a root; sums takes what it has combined of them.
func combine[T any](c *comm.Comm[T], trees *pack.Forest, op comm.Op[T], own, sums func(root int) []T) {
	me := c.Label()
	for step := trees.Depth - 1; step >= 0; step-- {
		ins, outs := trees.LinksIn(me, step), trees.LinksOut(me, step)
		received := c.Scratch(words(trees, me, step, own))
		rest := received
		for i := outs - 1; i >= 0; i-- {
			link := trees.LinkOut(me, step, i)
			if n := len(part(trees, link, own)); n > 0 {
				c.PostRecv(link.Peer, rest[:n])
				rest = rest[n:]
			}
		}
		for i := ins - 1; i >= 0; i-- {
			link := trees.LinkIn(me, step, i)
			sum := part(trees, link, sums)
			if link.Leaf {
				sum = part(trees, link, own)
			}
			if len(sum) > 0 {
				c.PostSend(link.Peer, sum)
			}
		}
		c.Exchange()
		rest = received
		for i := outs - 1; i >= 0; i-- {
			link := trees.LinkOut(me, step, i)
			sum := part(trees, link, sums)
			with := sum
			if link.Last { // the first one backwards
				with = part(trees, link, own)
			}
			if len(sum) > 0 {
				op.Apply(sum, with, rest[:len(sum)])
				rest = rest[len(sum):]
			}
		}
		c.Release(received)
	}
}

// words returns how many words go over the links from a node in a step.
func words[T any](trees *pack.Forest, me, step int, block func(root int) []T) (n int) {
	for i := range trees.LinksOut(me, step) {
		n += len(part(trees, trees.LinkOut(me, step, i), block))
	}
	return n
}
