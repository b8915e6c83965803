package ring

import "topocoll/comm"

// ScatterLinear sends a distinct block from node root directly to every node, all at once, as a baseline.
//
// On return mine is node i's block of root's all; len(all) = p·m, len(mine) = m. The other nodes' all may
// be nil. Any p.
// One step in which root sends p-1 messages of m words; with one port they follow each other: (ts + tw·m)(p-1)
// where every node is one link away.
//
// Not in the book: BcastLinear with a block for each node; cf. MPI_Scatter, Open MPI's basic_linear.
func ScatterLinear[T any](c *comm.Comm[T], root int, all, mine []T) error {
	if err := comm.CheckScatter("ring: ScatterLinear", c, root, all, mine); err != nil {
		return err
	}
	return ScattervLinear(c, root, comm.EqualBlocks(c.Size(), len(mine)), all, mine)
}

// ScattervLinear is ScatterLinear with blocks of any lengths.
//
// One step; cf. MPI_Scatterv.
func ScattervLinear[T any](c *comm.Comm[T], root int, blocks comm.Blocks, all, mine []T) error {
	if err := comm.CheckScatterv("ring: ScattervLinear", c, root, blocks, all, mine); err != nil {
		return err
	}
	p, me := c.Size(), c.Label()
	if me != root {
		c.Recv(root, mine)
		return c.Err()
	}

	for node := range p {
		if node != root {
			c.PostSend(node, comm.Block(blocks, all, node))
		}
	}
	c.Exchange()
	c.Copy(mine, comm.Block(blocks, all, me))
	return c.Err()
}
