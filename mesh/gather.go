package mesh

import (
	"cmp"

	"topocoll/comm"
	"topocoll/ring"
	"topocoll/topo"
)

// Gather collects the block of every node at node root. It is the reverse of Scatter. Blocks travel along
// every row to the column of root, then along this column.
//
// On return, block i of root's slice `all` is the slice `mine` of node i. len(mine) = m, len(all) = p·m. On
// the other nodes the slice `all` may be nil. g is a mesh of p nodes. With extents of sqrt p: T = 2ts(sqrt p
// - 1) + tw·m(p-1), under SF and CT.
//
// Section 3.4 (1st ed.); cf. MPI_Gather.
func Gather[T any](c *comm.Comm[T], g topo.Mesh, root int, mine, all []T) error {
	me, blocks := c.Label(), comm.EqualBlocks(c.Size(), len(mine))
	if err := cmp.Or(checkMesh("mesh: Gather", c, g),
		comm.CheckScatter("mesh: Gather", c, root, blocks, all, mine)); err != nil {
		return err
	}
	defer c.ReleaseTo(c.Mark())
	part := mine // the blocks that this node has collected so far
	for k := len(g) - 1; k >= 0; k-- {
		line := lineOf(c, g, k)
		first, parts := groupBlocks(g, k, me, blocks)
		var whole []T
		switch {
		case me == root: // root receives the blocks at their final places in `all`
			whole = comm.BlockRange(blocks, all, first, first+g[k:].Size())
		case sharesLine(g, k, me, root) && line.Label() == g.Coord(root, k):
			whole = c.Scratch(parts.Total())
		}
		if err := ring.Gather(line, g.Coord(root, k), part, whole, parts); err != nil {
			return err
		}
		if line.Label() != g.Coord(root, k) {
			break // this node has sent its blocks and is done
		}
		part = whole
	}
	return c.Err()
}
