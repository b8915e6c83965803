package tree

import (
	"cmp"

	"topocoll/comm"
)

// ReduceKnomial combines the x of every node at node root over the tree of BcastKnomial: the leader of a group receives the sums of
// the other parts of the group, those of the smallest group first.
//
// On return root's result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. The other nodes' result may be
// nil. Any p, any radix r >= 2; label order is kept for every root.
// ceil(log_r p) rounds of r-1 messages of m words: T = (ts + tw·m)(r-1) log_r p with one port, where every node is one link away.
//
// The reverse of BcastKnomial; cf. MPI_Reduce, Open MPI's and UCC's knomial.
func ReduceKnomial[T any](c *comm.Comm[T], root, radix int, op comm.Op[T], x, result []T) error {
	if err := cmp.Or(comm.CheckReduce("tree: ReduceKnomial", c, root, op, x, result),
		comm.CheckRadix("tree: ReduceKnomial", radix)); err != nil {
		return err
	}
	m := len(x)
	t := newKnomial(c, root, radix)
	n, parent := t.place()
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
		others, higher := 0, 0 // parts of the group besides mine, and those of higher labels, which come first
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
