package mesh

import (
	"cmp"

	"topocoll/comm"
	"topocoll/ring"
	"topocoll/topo"
)

// Bcast sends x from node root to every node: along the row of root, then along every column. With k
// dimensions, the last one comes first.
//
// x has the same length on every node; on return it holds root's values. g is a mesh of p nodes.
// Extents of sqrt p: T = 2(ts + tw·m) ceil(sqrt p/2) under SF; k dimensions of p^(1/k):
// T = k(ts + tw·m) ceil(p^(1/k)/2).
//
// Section 3.1.2, figure 3.4 (1st ed.), section 4.1.2 (2nd ed.); cf. MPI_Bcast.
func Bcast[T any](c *comm.Comm[T], g topo.Mesh, root int, x []T) error {
	return bcast("mesh: Bcast", c, g, root, x, ring.Bcast[T])
}

// BcastDoubling is Bcast with recursive doubling in each dimension.
//
// sqrt p = 2^i: T = (ts + tw·m) log p + 2th(sqrt p - 1) under CT.
//
// Section 3.1.2, figure 3.7 (1st ed.); cf. MPI_Bcast.
func BcastDoubling[T any](c *comm.Comm[T], g topo.Mesh, root int, x []T) error {
	return bcast("mesh: BcastDoubling", c, g, root, x, ring.BcastDoubling[T])
}

func bcast[T any](proc string, c *comm.Comm[T], g topo.Mesh, root int, x []T,
	along func(*comm.Comm[T], int, []T) error) error {
	if err := cmp.Or(check(proc, c, g), comm.CheckRoot(proc, root, c.Size())); err != nil {
		return err
	}
	for k := len(g) - 1; k >= 0; k-- {
		if g[k] == 1 || !inPlane(g, k, c.Label(), root) {
			continue // not reached yet: only the lines through root's plane have x
		}
		line := lineOf(c, g, k)
		if err := along(line, g.Coord(root, k), x); err != nil {
			return err
		}
	}
	return c.Err()
}

// inPlane reports whether me and root agree in every dimension before k.
func inPlane(g topo.Mesh, k, me, root int) bool {
	size := g[k:].Size()
	return me/size == root/size
}

// lineOf returns the line of this node along dimension k, such as its row or column, as a ring.
func lineOf[T any](c *comm.Comm[T], g topo.Mesh, k int) *comm.Comm[T] {
	first, stride := g.Line(c.Label(), k)
	return c.Line(first, stride, g[k])
}
