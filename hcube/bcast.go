package hcube

import (
	"topocoll/comm"
	"topocoll/topo"
)

// Bcast sends x from node root to every node of a d-cube, highest dimension first.
//
// x has the same length on every node; on return it holds root's values. p = 2^d; any other p uses an
// incomplete hypercube, in ceil(log p) steps.
// log p steps of m words: T = (ts + tw·m) log p, under SF and CT alike.
//
// GENERAL_ONE_TO_ALL_BC, Program 3.2 (1st ed.), Algorithm 4.2 (2nd ed.); cf. MPI_Bcast.
func Bcast[T any](c *comm.Comm[T], root int, x []T) error {
	if err := comm.CheckRoot("hcube: Bcast", root, c.Size()); err != nil {
		return err
	}
	p, me := c.Size(), c.Label()
	d := topo.CubeDim(p)
	virtualID := topo.VirtualID(me, root, p) // me XOR root: root becomes node 0
	mask := 1<<d - 1

	for i := d - 1; i >= 0; i-- {
		bit := 1 << i
		mask ^= bit
		if virtualID&mask != 0 {
			continue // not reached yet: a lower bit is still set
		}
		partner := topo.Partner(me, i, root, p) // me XOR 2^i
		if virtualID&bit == 0 {
			c.Send(partner, x)
		} else {
			c.Recv(partner, x)
		}
	}
	return c.Err()
}
