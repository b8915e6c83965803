package tree

import (
	"cmp"

	"topocoll/comm"
)

// ReduceBine combines the x of every node at node root over a Bine tree, the rounds of BcastBine backwards.
//
// On return root's result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. The other nodes' result may be
// nil. op must commute. p = 2^d; for any other p the spare nodes send to their hosts, in one more round.
// log p rounds of m words: T = (ts + tw·m) log p, where every node is one link away.
//
// De Sensi et al. 2025; cf. MPI_Reduce, PICO's bine_lat.
func ReduceBine[T any](c *comm.Comm[T], root int, op comm.Op[T], x, result []T) error {
	if err := cmp.Or(comm.CheckReduce("tree: ReduceBine", c, root, op, x, result), op.CheckCommutes("tree: ReduceBine")); err != nil {
		return err
	}
	t := newBine(c, root)
	sends, parent := t.rounds()
	m, guest := len(x), t.guest()
	if sends == 0 && guest == comm.None { // nothing to keep
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
