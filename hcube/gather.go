package hcube

import (
	"topocoll/comm"
	"topocoll/topo"
)

// Gather collects the block of every node of a d-cube at node root. It is the reverse of Scatter. Along each
// dimension, lowest first, the blocks of two subcubes are joined.
//
// On return, block i of root's slice `all` is the slice `mine` of node i. len(mine) = m, len(all) = p·m. On
// the other nodes the slice `all` may be nil. p = 2^d; any other p uses an incomplete hypercube, in ceil(log
// p) steps. log p steps of m, ..., p·m/2 words: T = ts log p + tw·m(p-1), under SF and CT.
//
// Section 3.4, figure 3.16 reversed (1st ed.), section 4.4 (2nd ed.); cf. MPI_Gather.
//
// If the blocks have different lengths, pass them as `counts`; `mine` then has the length of this node's
// block; cf. MPI_Gatherv. At root, `mine` may alias root's block of `all`.
func Gather[T any](c *comm.Comm[T], root int, mine, all []T, counts ...comm.Blocks) error {
	blocks := comm.BlocksOf(c, len(mine), counts)
	if err := comm.CheckScatter("hcube: Gather", c, root, blocks, all, mine); err != nil {
		return err
	}
	p, me := c.Size(), c.Label()
	first, end := subtreeLabels(me, root, p)
	base := blocks.Start(first)
	defer c.ReleaseTo(c.Mark())
	held := comm.Held(c, root, blocks, first, end, all, mine)
	if own := held[blocks.Start(me)-base:]; !comm.Same(own, mine) {
		c.Copy(own, mine)
	}

	virtualID := topo.VirtualID(me, root, p)
	mask := 0
	for i := range topo.CubeDim(p) {
		bit := 1 << i
		if virtualID&mask == 0 {
			partner := topo.Partner(me, i, root, p)
			if virtualID&bit != 0 {
				c.Send(partner, held)
			} else if partner != comm.None {
				first, end := topo.Block(partner, i, p)
				c.Recv(partner, held[blocks.Start(first)-base:blocks.Start(end)-base])
			}
		}
		mask ^= bit
	}
	return c.Err()
}
