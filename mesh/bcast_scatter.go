package mesh

import (
	"cmp"

	"topocoll/comm"
	"topocoll/ring"
	"topocoll/topo"
)

// BcastScatter sends x from node root to every node in p parts: a scatter of the parts along the dimensions,
// then an all-to-all broadcast of the parts.
//
// x has the same length on every node; on return it holds root's values. g is a mesh of p nodes; p need not
// divide m.
// Extents of sqrt p: T = 4ts(sqrt p - 1) + 2tw(m/p)(p-1), under SF and CT alike.
//
// Section 3.7.1 (1st ed.), section 4.7 (2nd ed.); van de Geijn's broadcast; cf. MPI_Bcast.
func BcastScatter[T any](c *comm.Comm[T], g topo.Mesh, root int, x []T) error {
	if err := cmp.Or(check("mesh: BcastScatter", c, g),
		comm.CheckRoot("mesh: BcastScatter", root, c.Size())); err != nil {
		return err
	}
	me, blocks := c.Label(), comm.SplitBlocks(c.Size(), len(x))
	for k := range g {
		if !inLine(g, k, me, root) {
			continue // not reached yet
		}
		line := lineOf(c, g, k)
		first, parts := partsOf(g, k, me, blocks)
		region := comm.BlockRange(blocks, x, first, first+g[k:].Size())
		mine := comm.Block(parts, region, line.Label()) // this node's part of the line
		if err := ring.Scatterv(line, g.Coord(root, k), parts, region, mine); err != nil {
			return err
		}
	}
	return Allgatherv(c, g, blocks, x)
}

// inLine reports whether me and root agree in every dimension after k.
func inLine(g topo.Mesh, k, me, root int) bool {
	stride := g.Stride(k)
	return me%stride == root%stride
}
