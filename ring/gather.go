package ring

import (
	"topocoll/comm"
	"topocoll/topo"
)

// Gather collects the block of every node at node root. Blocks travel to the left: each node sends its own
// block first, then the blocks that it receives from the right. Gather is the reverse of Scatter.
//
// On return, block i of root's slice `all` is the slice `mine` of node i. len(mine) = m, len(all) = p·m. On
// the other nodes the slice `all` may be nil. Any p.
// p-1 steps of m words: T = (ts + tw·m)(p-1), under SF and CT.
//
// Section 3.4, figure 3.15 (1st ed.); cf. MPI_Gather.
//
// If the blocks have different lengths, pass them as `counts`; `mine` then has the length of this node's
// block; cf. MPI_Gatherv. At root, `mine` may alias root's block of `all`.
func Gather[T any](c *comm.Comm[T], root int, mine, all []T, counts ...comm.Blocks) error {
	blocks := comm.BlocksOf(c, len(mine), counts)
	if err := comm.CheckScatter("ring: Gather", c, root, blocks, all, mine); err != nil {
		return err
	}
	p, me := c.Size(), c.Label()
	left, right := chainNeighbours(me, root, p)
	distance := topo.Mod(me-root, p)
	longest := blocks.Longest()
	scratch := c.Scratch(2 * longest)
	defer c.Release(scratch)

	if me == root {
		for from := 1; from < p; from++ {
			c.Recv(right, comm.Block(blocks, all, topo.Mod(root+from, p)))
		}
		if own := comm.Block(blocks, all, me); !comm.Same(own, mine) {
			c.Copy(own, mine)
		}
		return c.Err()
	}
	msg := mine
	for from := distance + 1; from < p; from++ {
		next := scratch[from%2*longest:][:blocks.Len(topo.Mod(root+from, p))]
		c.SendRecv(left, msg, right, next)
		msg = next
	}
	c.Send(left, msg)
	return c.Err()
}

// GatherLinear collects the block of every node at node root, which receives all blocks at once. It is a
// baseline for comparisons, and the reverse of ScatterLinear.
//
// On return, block i of root's slice `all` is the slice `mine` of node i. len(mine) = m, len(all) = p·m. On
// the other nodes the slice `all` may be nil. Any p.
// One step in which root receives p-1 messages of m words. With one port it receives them one after
// the other:
// T = (ts + tw·m)(p-1) if every pair of nodes is one link apart.
//
// Not in the book; cf. MPI_Gather, Open MPI's basic_linear.
//
// If the blocks have different lengths, pass them as `counts`; `mine` then has the length of this node's
// block; cf. MPI_Gatherv. At root, `mine` may alias root's block of `all`.
func GatherLinear[T any](c *comm.Comm[T], root int, mine, all []T, counts ...comm.Blocks) error {
	blocks := comm.BlocksOf(c, len(mine), counts)
	if err := comm.CheckScatter("ring: GatherLinear", c, root, blocks, all, mine); err != nil {
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
