package ring

import "topocoll/comm"

// BarrierLinear returns on a node only after every node has called it: all send an empty message to node 0, which
// then sends one to all, as a baseline.
//
// Any p. Two steps in which node 0 receives, then sends, p-1 empty messages; with one port they follow each other:
// 2ts(p-1) where every node is one link away.
//
// Not in the book; cf. MPI_Barrier, Open MPI's basic_linear.
func BarrierLinear[T any](c *comm.Comm[T]) error {
	p, me := c.Size(), c.Label()
	if me != 0 {
		c.Send(0, nil)
		c.Recv(0, nil)
		return c.Err()
	}

	for node := 1; node < p; node++ {
		c.PostRecv(node, nil)
	}
	c.Exchange()
	for node := 1; node < p; node++ {
		c.PostSend(node, nil)
	}
	c.Exchange()
	return c.Err()
}
