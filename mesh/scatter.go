package mesh

import (
	"cmp"

	"topocoll/comm"
	"topocoll/ring"
	"topocoll/topo"
)

// Scatter sends a distinct block from node root to every node (one-to-all personalised communication). Blocks
// travel along the column of root, where the blocks of a whole row count as one block, then along every row.
// With k dimensions, the order is from the first dimension to the last.
//
// On return, the slice `mine` of node i is block i of root's slice `all`. len(all) = p·m, len(mine) = m. The
// slice `all` is not used on the other nodes. g is a mesh of p nodes.
// With extents of sqrt p: T = 2ts(sqrt p - 1) + tw·m(p-1), under SF and CT.
//
// Section 3.4, table 3.1 (1st ed.); cf. MPI_Scatter.
func Scatter[T any](c *comm.Comm[T], g topo.Mesh, root int, all, mine []T) error {
	me, blocks := c.Label(), comm.EqualBlocks(c.Size(), len(mine))
	if err := cmp.Or(checkMesh("mesh: Scatter", c, g),
		comm.CheckScatter("mesh: Scatter", c, root, blocks, all, mine)); err != nil {
		return err
	}
	defer c.ReleaseTo(c.Mark())
	var held []T // blocks for the nodes that share this node's coordinates in the dimensions before k
	if me == root {
		held = all
	}
	for k := range g {
		if !sharesLine(g, k, me, root) {
			continue // no data has reached this node yet
		}
		line := lineOf(c, g, k)
		_, parts := groupBlocks(g, k, me, blocks)
		part := mine
		if k < len(g)-1 {
			part = c.Scratch(parts.Len(line.Label()))
		}
		if err := ring.Scatter(line, g.Coord(root, k), held, part, parts); err != nil {
			return err
		}
		held = part
	}
	return c.Err()
}
