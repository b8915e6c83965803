package ring

import (
	"topocoll/comm"
	"topocoll/topo"
)

// Scatter sends a distinct block from node root to every node (one-to-all personalised). Blocks travel to the
// right, the one for the farthest node first; each node keeps the last block it receives.
//
// On return mine is node i's block of root's all; len(all) = p·m, len(mine) = m. The other nodes' all may
// be nil. Any p.
// p-1 steps of m words: T = (ts + tw·m)(p-1), under SF and CT alike.
//
// Section 3.4 (1st ed.), the ring's row of table 3.1; cf. MPI_Scatter.
func Scatter[T any](c *comm.Comm[T], root int, all, mine []T) error {
	if err := comm.CheckScatter("ring: Scatter", c, root, all, mine); err != nil {
		return err
	}
	return Scatterv(c, root, comm.EqualBlocks(c.Size(), len(mine)), all, mine)
}

// Scatterv is Scatter with blocks of any lengths.
//
// p-1 steps; cf. MPI_Scatterv.
func Scatterv[T any](c *comm.Comm[T], root int, blocks comm.Blocks, all, mine []T) error {
	if err := comm.CheckScatterv("ring: Scatterv", c, root, blocks, all, mine); err != nil {
		return err
	}
	p, me := c.Size(), c.Label()
	longest := blocks.Longest()
	scratch := c.Scratch(2 * longest)
	defer c.Release(scratch)

	spread(c, root, func(distance int) []T {
		label := topo.Mod(root+distance, p)
		switch me {
		case root:
			return comm.Block(blocks, all, label)
		case label:
			return mine
		}
		passing := scratch[distance%2*longest:] // two buffers in turn: one receives while the other is forwarded
		return passing[:blocks.Len(label)]
	})
	if me == root {
		c.Copy(mine, comm.Block(blocks, all, me))
	}
	return c.Err()
}

// spread moves the block of every node from root to the right, farthest first. block returns where this node
// keeps the block of the node at a distance from root.
func spread[T any](c *comm.Comm[T], root int, block func(distance int) []T) {
	p, me := c.Size(), c.Label()
	left, right := chain(me, root, p)
	mine := topo.Mod(me-root, p)

	if mine == 0 {
		for distance := p - 1; distance > 0; distance-- {
			c.Send(right, block(distance))
		}
		return
	}
	c.Recv(left, block(p-1))
	for distance := p - 1; distance > mine; distance-- {
		c.SendRecv(right, block(distance), left, block(distance-1))
	}
}
