package ring

import (
	"topocoll/comm"
	"topocoll/topo"
)

// Scatter sends a distinct block from node root to every node (one-to-all personalised communication). Blocks
// travel to the right, and the block for the farthest node is sent first. Each node keeps the last block that
// it receives.
//
// On return, the slice `mine` of node i is block i of root's slice `all`. len(all) = p·m, len(mine) = m. On
// the other nodes the slice `all` may be nil. Any p. p-1 steps of m words: T = (ts + tw·m)(p-1), under SF and
// CT.
//
// Section 3.4 and the row for the ring in table 3.1 (1st ed.); cf. MPI_Scatter.
//
// If the blocks have different lengths, pass them as `counts`; `mine` then has the length of this node's
// block; cf. MPI_Scatterv.
func Scatter[T any](c *comm.Comm[T], root int, all, mine []T, counts ...comm.Blocks) error {
	blocks := comm.BlocksOf(c, len(mine), counts)
	if err := comm.CheckScatter("ring: Scatter", c, root, blocks, all, mine); err != nil {
		return err
	}
	p, me := c.Size(), c.Label()
	longest := blocks.Longest()
	scratch := c.Scratch(2 * longest)
	defer c.Release(scratch)

	scatterRight(c, root, func(distance int) []T {
		label := topo.Mod(root+distance, p)
		switch me {
		case root:
			return comm.Block(blocks, all, label)
		case label:
			return mine
		}
		// Two buffers alternate: one receives a block while the block in the other is sent.
		passing := scratch[distance%2*longest:]
		return passing[:blocks.Len(label)]
	})
	if me == root {
		c.Copy(mine, comm.Block(blocks, all, me))
	}
	return c.Err()
}

// scatterRight sends the blocks of all nodes from root to the right. The block of the farthest node is sent
// first. The function `block` returns this node's memory for the block of the node at the given distance from
// root.
func scatterRight[T any](c *comm.Comm[T], root int, block func(distance int) []T) {
	p, me := c.Size(), c.Label()
	left, right := chainNeighbours(me, root, p)
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

// ScatterLinear sends a distinct block from node root directly to every node, all at once. It is a baseline
// for comparisons.
//
// On return, the slice `mine` of node i is block i of root's slice `all`. len(all) = p·m, len(mine) = m. On
// the other nodes the slice `all` may be nil. Any p. One step in which root sends p-1 messages of m words.
// With one port it sends them one after the other: T = (ts + tw·m)(p-1) if every pair of nodes is one link
// apart.
//
// This procedure is not in the book. It is BcastLinear with a different block for each node. Cf.
// MPI_Scatter, Open MPI's basic_linear.
//
// If the blocks have different lengths, pass them as `counts`; `mine` then has the length of this node's
// block; cf. MPI_Scatterv.
func ScatterLinear[T any](c *comm.Comm[T], root int, all, mine []T, counts ...comm.Blocks) error {
	blocks := comm.BlocksOf(c, len(mine), counts)
	if err := comm.CheckScatter("ring: ScatterLinear", c, root, blocks, all, mine); err != nil {
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
