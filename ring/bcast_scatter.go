package ring

import (
	"topocoll/comm"
	"topocoll/topo"
)

// BcastScatter sends x from node root to every node in p parts: a scatter of the parts, then an all-to-all
// broadcast of the parts.
//
// x has the same length on every node; on return it holds root's values. Any p; p need not divide m.
// 2(p-1) steps of m/p words: T = 2(ts + tw·m/p)(p-1), under SF and CT alike.
//
// "Improving the speed of some operations", section 4.7 (2nd ed.), section 3.7.1 (1st ed.); van de Geijn's
// broadcast; cf. MPI_Bcast.
func BcastScatter[T any](c *comm.Comm[T], root int, x []T) error {
	if err := comm.CheckRoot("ring: BcastScatter", root, c.Size()); err != nil {
		return err
	}
	p := c.Size()
	blocks := comm.SplitBlocks(p, len(x))

	// A part for another node is received at its place in x and sent from there.
	spread(c, root, func(distance int) []T { return comm.Block(blocks, x, topo.Mod(root+distance, p)) })
	return Allgatherv(c, blocks, x)
}
