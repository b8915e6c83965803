package hcube

import "topocoll/comm"

// BcastScatter sends x from node root to every node of a d-cube in p parts: a scatter of the parts, then an
// all-to-all broadcast of the parts.
//
// x has the same length on every node; on return it holds root's values. p need not divide m. Other p as in
// Scatter and Allgather.
// 2 log p steps: T = 2(ts log p + tw(m/p)(p-1)), under SF and CT alike.
//
// Section 3.7.1 (1st ed.), section 4.7 (2nd ed.); van de Geijn's broadcast; cf. MPI_Bcast.
func BcastScatter[T any](c *comm.Comm[T], root int, x []T) error {
	if err := comm.CheckRoot("hcube: BcastScatter", root, c.Size()); err != nil {
		return err
	}
	p, me := c.Size(), c.Label()
	blocks := comm.SplitBlocks(p, len(x))

	// Every part is received at its place in x and sent from there.
	first, end := subtree(me, root, p)
	spread(c, root, blocks, comm.BlockRange(blocks, x, first, end), blocks.Start(first))
	return Allgatherv(c, blocks, x)
}
