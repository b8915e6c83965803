package hcube

import (
	"topocoll/comm"
	"topocoll/topo"
)

// ShiftECube sends the x of every node i to node (i + q) mod p directly. With standard labels and E-cube
// routing no link of a d-cube carries two messages in the same direction.
//
// On return result is the x of node (i - q) mod p; len(result) = len(x) = m. Any p, any integer q.
// One step of m words over at most log p - gamma(q) links, gamma(q) being the largest j such that 2^j
// divides q: T = ts + tw·m + th(log p - gamma(q)) under CT, for p = 2^d.
//
// Figure 3.24 (1st ed.), section 4.6.2 (2nd ed.); cf. MPI_Cart_shift and MPI_Sendrecv.
func ShiftECube[T any](c *comm.Comm[T], q int, x, result []T) error {
	if err := comm.CheckLen("hcube: ShiftECube", "result", len(result), len(x)); err != nil {
		return err
	}
	p, me := c.Size(), c.Label()
	if topo.Mod(q, p) == 0 {
		c.Copy(result, x)
		return c.Err()
	}
	c.SendRecv(topo.Mod(me+q, p), x, topo.Mod(me-q, p), result)
	return c.Err()
}
