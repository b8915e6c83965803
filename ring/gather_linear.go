package ring

import "topocoll/comm"

// GatherLinear collects the block of every node at node root, which receives all of them at once, as a baseline. It
// is the reverse of ScatterLinear.
//
// On return root's all holds node i's mine as its i-th block; len(mine) = m, len(all) = p·m. The other
// nodes' all may be nil. Any p.
// One step in which root receives p-1 messages of m words; with one port they follow each other: (ts + tw·m)(p-1)
// where every node is one link away.
//
// Not in the book; cf. MPI_Gather, Open MPI's basic_linear.
func GatherLinear[T any](c *comm.Comm[T], root int, mine, all []T) error {
	if err := comm.CheckScatter("ring: GatherLinear", c, root, all, mine); err != nil {
		return err
	}
	return GathervLinear(c, root, comm.EqualBlocks(c.Size(), len(mine)), mine, all)
}

// GathervLinear is GatherLinear with blocks of any lengths.
//
// One step; cf. MPI_Gatherv.
func GathervLinear[T any](c *comm.Comm[T], root int, blocks comm.Blocks, mine, all []T) error {
	if err := comm.CheckScatterv("ring: GathervLinear", c, root, blocks, all, mine); err != nil {
		return err
	}
	p, me := c.Size(), c.Label()
	if me != root {
		c.Send(root, mine)
		return c.Err()
	}

	for node := p - 1; node >= 0; node-- {
		if node != root {
			c.PostRecv(node, comm.Block(blocks, all, node))
		}
	}
	c.Exchange()
	c.Copy(comm.Block(blocks, all, me), mine)
	return c.Err()
}
