package hcube

import (
	"math/bits"

	"topocoll/comm"
	"topocoll/topo"
)

// Scatter sends a distinct block from node root to every node of a d-cube (one-to-all personalised
// communication). Messages follow the tree of Bcast. Each message contains the blocks for its receiver's
// subtree.
//
// On return, the slice `mine` of node i is block i of root's slice `all`. len(all) = p·m, len(mine) = m. On
// the other nodes the slice `all` may be nil. p = 2^d; any other p uses an incomplete hypercube, in ceil(log
// p) steps.
// log p steps of p·m/2, ..., m words: T = ts log p + tw·m(p-1), under SF and CT.
//
// Section 3.4, figure 3.16 (1st ed.), section 4.4 (2nd ed.); cf. MPI_Scatter.
//
// If the blocks have different lengths, pass them as `counts`; `mine` then has the length of this node's
// block; cf. MPI_Scatterv.
func Scatter[T any](c *comm.Comm[T], root int, all, mine []T, counts ...comm.Blocks) error {
	blocks := comm.BlocksOf(c, len(mine), counts)
	if err := comm.CheckScatter("hcube: Scatter", c, root, blocks, all, mine); err != nil {
		return err
	}
	p, me := c.Size(), c.Label()
	first, end := subtreeLabels(me, root, p)
	defer c.ReleaseTo(c.Mark())
	held := comm.Held(c, root, blocks, first, end, all, mine)
	scatterDown(c, root, blocks, held, blocks.Start(first))
	if own := held[blocks.Start(me)-blocks.Start(first):]; !comm.Same(own, mine) {
		c.Copy(mine, own)
	}
	return c.Err()
}

// scatterDown moves the blocks of every subcube from root to the leader of the subcube. `held` has room for
// the words that this node forwards or keeps. `base` is the index of the first word of `held` among the words
// of all blocks.
func scatterDown[T any](c *comm.Comm[T], root int, blocks comm.Blocks, held []T, base int) {
	p, me := c.Size(), c.Label()
	d := topo.CubeDim(p)
	virtualID := topo.VirtualID(me, root, p)
	mask := 1<<d - 1

	for i := d - 1; i >= 0; i-- {
		bit := 1 << i
		mask ^= bit
		if virtualID&mask != 0 {
			continue
		}
		partner := topo.Partner(me, i, root, p)
		if virtualID&bit == 0 && partner != comm.None {
			first, end := topo.Block(partner, i, p)
			c.Send(partner, held[blocks.Start(first)-base:blocks.Start(end)-base])
		} else if virtualID&bit != 0 {
			c.Recv(partner, held)
		}
	}
}

// subtreeLabels returns the range of labels whose blocks pass through node `me` on the way from or to root:
// `first`, `first`+1, ..., `end`-1.
func subtreeLabels(me, root, p int) (first, end int) {
	if me == root {
		return 0, p
	}
	return topo.Block(me, bits.TrailingZeros(uint(topo.VirtualID(me, root, p))), p)
}
