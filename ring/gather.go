package ring

import (
	"topocoll/comm"
	"topocoll/topo"
)

// Gather collects the block of every node at node root. Blocks travel to the left: each node sends its own block
// first, then those it receives from the right. It is the reverse of Scatter.
//
// On return root's all holds node i's mine as its i-th block; len(mine) = m, len(all) = p·m. The other
// nodes' all may be nil. Any p.
// p-1 steps of m words: T = (ts + tw·m)(p-1), under SF and CT alike.
//
// Section 3.4, figure 3.15 (1st ed.); cf. MPI_Gather.
func Gather[T any](c *comm.Comm[T], root int, mine, all []T) error {
	if err := comm.CheckScatter("ring: Gather", c, root, all, mine); err != nil {
		return err
	}
	return Gatherv(c, root, comm.EqualBlocks(c.Size(), len(mine)), mine, all)
}

// Gatherv is Gather with blocks of any lengths. At root mine may be its block of all.
//
// p-1 steps; cf. MPI_Gatherv.
func Gatherv[T any](c *comm.Comm[T], root int, blocks comm.Blocks, mine, all []T) error {
	if err := comm.CheckScatterv("ring: Gatherv", c, root, blocks, all, mine); err != nil {
		return err
	}
	p, me := c.Size(), c.Label()
	left, right := chain(me, root, p)
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
