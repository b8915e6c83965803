package ring

import (
	"topocoll/comm"
	"topocoll/topo"
)

// Shift sends the vector x of every node i to node (i + q) mod p, from neighbour to neighbour, in the shorter
// direction.
//
// On return, result is the vector x of node (i - q) mod p; len(result) = len(x) = m. Any p, any integer q.
// min(q, p-q) steps of m words for 0 <= q < p, at most floor(p/2):
// T = (ts + tw·m) min(q, p-q), under SF and CT.
//
// Section 3.6.1 (1st ed.), section 4.6 (2nd ed.); cf. MPI_Cart_shift and MPI_Sendrecv.
func Shift[T any](c *comm.Comm[T], q int, x, result []T) error {
	if err := comm.CheckLen("ring: Shift", "result", len(result), len(x)); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Label(), len(x)
	steps, by := topo.Mod(q, p), 1
	if steps > p/2 {
		steps, by = p-steps, -1
	}
	scratch := c.Scratch(m)
	defer c.Release(scratch)

	msg := x
	for i := range steps {
		next := scratch
		if (steps-i)%2 == 1 {
			next = result // result is the buffer of the last step and of every second step before it
		}
		c.SendRecv(topo.Mod(me+by, p), msg, topo.Mod(me-by, p), next)
		msg = next
	}
	if steps == 0 {
		c.Copy(result, x)
	}
	return c.Err()
}
