package hcube

import "topocoll/comm"

// BarrierButterfly returns on a node only after every node has called it: an Allreduce with empty messages.
//
// p = 2^d; for any other p the spare nodes are folded in and out: two more steps.
// log p steps of empty messages: T = ts log p.
//
// "Used to implement barrier synchronization", at figure 3.12 (1st ed.); cf. MPI_Barrier.
func BarrierButterfly[T any](c *comm.Comm[T]) error {
	cube := fold(c)
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
