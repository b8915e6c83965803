package ring

import (
	"topocoll/comm"
	"topocoll/topo"
)

// Bcast sends x from node root to every node, in both directions around the ring.
//
// x has the same length on every node; on return it holds root's values. Any p.
// ceil(p/2) steps of m words: T = (ts + tw·m) ceil(p/2) under SF.
//
// Section 3.1.1, figure 3.2 (1st ed.); cf. MPI_Bcast.
func Bcast[T any](c *comm.Comm[T], root int, x []T) error {
	if err := comm.CheckRoot("ring: Bcast", root, c.Size()); err != nil {
		return err
	}
	p, me := c.Size(), c.Label()
	left, right := topo.Mod(me-1, p), topo.Mod(me+1, p)

	switch distance := topo.Mod(me-root, p); {
	case distance == 0:
		if p > 1 {
			c.Send(right, x)
		}
		if p > 2 {
			c.Send(left, x)
		}
	case distance <= p/2: // the right arm, labels root+1 .. root+p/2
		c.Recv(left, x)
		if distance < p/2 {
			c.Send(right, x)
		}
	default:
		c.Recv(right, x)
		if distance > p/2+1 {
			c.Send(left, x)
		}
	}
	return c.Err()
}
