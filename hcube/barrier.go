package hcube

import (
	"topocoll/comm"
	"topocoll/topo"
)

// Barrier returns on a node only after every node has called it (dissemination): in step i each node
// tells the one 2^i further on and hears from the one 2^i back.
//
// Any p. ceil(log p) steps of no words: T = ts log p.
//
// Figure 3.12's remark (1st ed.) that a reduction serves as barrier, in the form that needs no power of
// two (Hensgen, Finkel, Manber 1988); cf. MPI_Barrier.
func Barrier[T any](c *comm.Comm[T]) error {
	p, me := c.Size(), c.Rank()

	for i := range topo.CubeDim(p) {
		c.SendRecv(topo.Mod(me+(1<<i), p), nil, topo.Mod(me-(1<<i), p), nil)
	}
	return c.Err()
}
