package hcube

import (
	"topocoll/comm"
	"topocoll/topo"
)

// BarrierButterfly returns on a node only after every node has called it: an Allreduce of nothing.
//
// p = 2^d; for any other p the spare nodes are folded in and out: two steps more.
// log p steps of no words: T = ts log p.
//
// "Used to implement barrier synchronization", at figure 3.12 (1st ed.); cf. MPI_Barrier.
func BarrierButterfly[T any](c *comm.Comm[T]) error {
	fold := topo.FoldCube(c.Size())
	node := fold.Node(c.Rank())
	host, spare := fold.Host(node), fold.Spare(node)
	if c.Rank() == spare {
		c.Send(host, nil)
		c.Recv(host, nil)
		return c.Err()
	}

	c.Recv(spare, nil)
	for i := range fold.D {
		partner := fold.Host(node ^ 1<<i)
		c.SendRecv(partner, nil, partner, nil)
	}
	c.Send(spare, nil)
	return c.Err()
}
