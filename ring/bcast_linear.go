package ring

import "topocoll/comm"

// BcastLinear sends x from node root to every other node in sequence, as a baseline.
//
// x has the same length on every node; on return it holds root's values. Any p.
// p-1 messages of m words from one node: T = (ts + tw·m)(p-1) where every node is one link away.
//
// The "inefficient" way of section 4.1.1 (2nd ed.); cf. MPI_Bcast, Open MPI's basic_linear.
func BcastLinear[T any](c *comm.Comm[T], root int, x []T) error {
	if err := comm.CheckRoot("ring: BcastLinear", root, c.Size()); err != nil {
		return err
	}
	p, me := c.Size(), c.Label()
	if me != root {
		c.Recv(root, x)
		return c.Err()
	}
	for node := range p {
		if node != root {
			c.Send(node, x)
		}
	}
	return c.Err()
}
