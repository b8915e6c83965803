package ring

import (
	"topocoll/comm"
	"topocoll/topo"
)

// BcastDoubling sends x from node root to every node by recursive doubling: in step i every node that has x
// sends it to the node p/2^i to its right.
//
// x has the same length on every node; on return it holds root's values. p = 2^d; for any other p the
// tree is truncated to p nodes, in ceil(log p) steps.
// log p steps of m words: T = (ts + tw·m) log p + th(p-1) under CT.
//
// Section 3.1.2, figure 3.6 (1st ed.), section 4.1.1, figure 4.2 (2nd ed.); cf. MPI_Bcast.
func BcastDoubling[T any](c *comm.Comm[T], root int, x []T) error {
	if err := comm.CheckRoot("ring: BcastDoubling", root, c.Size()); err != nil {
		return err
	}
	p, me := c.Size(), c.Label()
	distance := topo.Mod(me-root, p)

	for i := topo.CubeDim(p) - 1; i >= 0; i-- {
		bit := 1 << i
		switch {
		case distance&(bit-1) != 0: // not reached yet
		case distance&bit != 0:
			c.Recv(topo.Mod(me-bit, p), x)
		case distance+bit < p:
			c.Send(topo.Mod(me+bit, p), x)
		}
	}
	return c.Err()
}
