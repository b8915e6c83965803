package hcube

import (
	"topocoll/comm"
	"topocoll/topo"
)

// Barrier returns on a node only after every node has called it (dissemination): in step i, node j sends to node
// j + 2^i and receives from node j - 2^i, mod p.
//
// Any p. ceil(log p) steps of empty messages: T = ts log p.
//
// The remark at figure 3.12 (1st ed.) that a reduction can serve as a barrier, in the form that needs no power of
// two (Hensgen, Finkel, Manber 1988); cf. MPI_Barrier.
func Barrier[T any](c *comm.Comm[T]) error {
	p, me := c.Size(), c.Label()

	for i := range topo.CubeDim(p) {
		c.SendRecv(topo.Mod(me+(1<<i), p), nil, topo.Mod(me-(1<<i), p), nil)
	}
	return c.Err()
}
