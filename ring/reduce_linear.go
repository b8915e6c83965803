package ring

import "topocoll/comm"

// ReduceLinear combines the x of every node at node root, which receives all of them at once, as a baseline. It is the
// reverse of BcastLinear.
//
// On return root's result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. The
// other nodes' result may be nil. Any p; label order is kept. Root needs (p-1)m words of memory.
// One step in which root receives p-1 messages of m words; with one port they follow each other: (ts + tw·m)(p-1)
// where every node is one link away.
//
// Not in the book; cf. MPI_Reduce, Open MPI's basic_linear, which receives one x after the other.
func ReduceLinear[T any](c *comm.Comm[T], root int, op comm.Op[T], x, result []T) error {
	if err := comm.CheckReduce("ring: ReduceLinear", c, root, op, x, result); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Label(), len(x)
	if me != root {
		c.Send(root, x)
		return c.Err()
	}
	blocks, scratch := comm.EqualBlocks(p-1, m), c.Scratch((p-1)*m)
	defer c.Release(scratch)
	of := func(node int) []T { // the x of a node
		switch {
		case node < root:
			return comm.Block(blocks, scratch, node)
		case node > root:
			return comm.Block(blocks, scratch, node-1)
		}
		return x
	}

	for node := p - 1; node >= 0; node-- {
		if node != root {
			c.PostRecv(node, of(node))
		}
	}
	c.Exchange()
	sum := of(0)
	for node := 1; node < p; node++ {
		into := result
		if node < root {
			into = sum // result may be x, which is still to come
		}
		op.Apply(into, sum, of(node))
		sum = into
	}
	if p == 1 {
		c.Copy(result, x)
	}
	return c.Err()
}
