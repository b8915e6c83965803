package hcube

import (
	"topocoll/comm"
	"topocoll/topo"
)

// Barrier returns on a node only after every node has called it (dissemination). In step i, node j sends to
// node j + 2^i and receives from node j - 2^i, mod p.
//
// Any p. ceil(log p) steps of empty messages: T = ts log p.
//
// A remark at figure 3.12 (1st ed.) describes a barrier. This form for any p is by Hensgen, Finkel and Manber
// (1988). Cf. MPI_Barrier.
func Barrier[T any](c *comm.Comm[T]) error {
	p, me := c.Size(), c.Label()

	for i := range topo.CubeDim(p) {
		c.SendRecv(topo.Mod(me+(1<<i), p), nil, topo.Mod(me-(1<<i), p), nil)
	}
	return c.Err()
}

// BarrierButterfly returns on a node only after every node has called it. It is Allreduce with empty
// messages.
//
// p = 2^d; for any other p, the spare nodes are folded in and out, in two more steps. log p steps of empty
// messages: T = ts log p.
//
// "Used to implement barrier synchronization", at figure 3.12 (1st ed.); cf. MPI_Barrier.
func BarrierButterfly[T any](c *comm.Comm[T]) error {
	cube := foldCube(c)
	if cube.runSpare(nil, nil) {
		return c.Err()
	}

	c.Recv(cube.spare, nil)
	for i := range cube.D {
		partner := cube.Host(cube.node ^ 1<<i)
		c.SendRecv(partner, nil, partner, nil)
	}
	c.Send(cube.spare, nil)
	return c.Err()
}
