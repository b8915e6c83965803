package ring

import (
	"topocoll/comm"
	"topocoll/topo"
)

// ReduceDoubling combines the x of every node at node root by recursive doubling, the reverse of
// BcastDoubling: in step i a node sends its sum to the node 2^i to its left.
//
// On return root's result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. The
// other nodes' result may be nil. p = 2^d; for any other p the tree is truncated to p nodes, in ceil(log p)
// steps. With an op that does not commute, node 0 has the sum and sends it to root in one more step.
// log p steps of m words: T = (ts + tw·m) log p + th(p-1) under CT.
//
// Section 3.1.2, figure 3.6 reversed (1st ed.), figure 4.3 (2nd ed.); cf. MPI_Reduce.
func ReduceDoubling[T any](c *comm.Comm[T], root int, op comm.Op[T], x, result []T) error {
	if err := comm.CheckReduce("ring: ReduceDoubling", c, root, op, x, result); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Label(), len(x)
	first := root // where the sums are collected
	if !op.Commutative {
		first = 0
	}
	distance := topo.Mod(me-first, p)
	scratch := c.Scratch(2 * m)
	defer c.Release(scratch)
	total, spare := scratch[:m], scratch[m:]
	if me == root {
		total = result
	}

	sum, in := x, total // the first sum is received where the total goes,
	if comm.Same(x, result) {
		in = spare // unless result is x
	}
	for i := range topo.CubeDim(p) {
		bit := 1 << i
		switch {
		case distance&(bit-1) != 0: // done
		case distance&bit != 0:
			c.Send(topo.Mod(me-bit, p), sum)
		case distance+bit < p:
			c.Recv(topo.Mod(me+bit, p), in)
			op.Apply(total, sum, in)
			sum, in = total, spare
		}
	}
	switch {
	case p == 1:
		c.Copy(result, x)
	case first == root:
	case me == first:
		c.Send(root, sum)
	case me == root:
		c.Recv(first, result)
	}
	return c.Err()
}
