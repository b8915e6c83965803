package mesh

import (
	"cmp"

	"topocoll/comm"
	"topocoll/ring"
	"topocoll/topo"
)

// Bcast sends x from node root to every node, first along the row of root, and then along every column. With
// k dimensions, the order is from the last dimension to the first.
//
// x has the same length on every node; on return it holds root's values. g is a mesh of p nodes. With extents
// of sqrt p: T = 2(ts + tw·m) ceil(sqrt p/2) under SF; with k dimensions of p^(1/k): T = k(ts + tw·m)
// ceil(p^(1/k)/2).
//
// Section 3.1.2, figure 3.4 (1st ed.), section 4.1.2 (2nd ed.); cf. MPI_Bcast.
func Bcast[T any](c *comm.Comm[T], g topo.Mesh, root int, x []T) error {
	return bcast("mesh: Bcast", c, g, root, x, ring.Bcast[T])
}

// BcastDoubling is like Bcast, but uses recursive doubling in each dimension.
//
// With sqrt p = 2^i: T = (ts + tw·m) log p + 2th(sqrt p - 1) under CT.
//
// Section 3.1.2, figure 3.7 (1st ed.); cf. MPI_Bcast.
func BcastDoubling[T any](c *comm.Comm[T], g topo.Mesh, root int, x []T) error {
	return bcast("mesh: BcastDoubling", c, g, root, x, ring.BcastDoubling[T])
}

func bcast[T any](proc string, c *comm.Comm[T], g topo.Mesh, root int, x []T,
	along func(*comm.Comm[T], int, []T) error) error {
	if err := cmp.Or(checkMesh(proc, c, g), comm.CheckRoot(proc, root, c.Size())); err != nil {
		return err
	}
	for k := len(g) - 1; k >= 0; k-- {
		if g[k] == 1 || !sharesPlane(g, k, c.Label(), root) {
			continue // x has only reached nodes that share root's coordinates in the dimensions before k
		}
		line := lineOf(c, g, k)
		if err := along(line, g.Coord(root, k), x); err != nil {
			return err
		}
	}
	return c.Err()
}

// sharesPlane reports whether the nodes `me` and `root` have the same coordinate in every dimension before k.
func sharesPlane(g topo.Mesh, k, me, root int) bool {
	size := g[k:].Size()
	return me/size == root/size
}

// lineOf returns the communicator of this node's line along dimension k, such as its row or column.
func lineOf[T any](c *comm.Comm[T], g topo.Mesh, k int) *comm.Comm[T] {
	first, stride := g.Line(c.Label(), k)
	return c.Line(first, stride, g[k])
}

// BcastScatter sends x from node root to every node in two phases. Root scatters the p parts of x along the
// dimensions, and an all-to-all broadcast then collects all parts on every node.
//
// x has the same length on every node; on return it holds root's values. g is a mesh of p nodes; p need not
// divide m. With extents of sqrt p: T = 4ts(sqrt p - 1) + 2tw(m/p)(p-1), under SF and CT.
//
// Section 3.7.1 (1st ed.), section 4.7 (2nd ed.); van de Geijn's broadcast; cf. MPI_Bcast.
func BcastScatter[T any](c *comm.Comm[T], g topo.Mesh, root int, x []T) error {
	if err := cmp.Or(checkMesh("mesh: BcastScatter", c, g),
		comm.CheckRoot("mesh: BcastScatter", root, c.Size())); err != nil {
		return err
	}
	me, blocks := c.Label(), comm.SplitBlocks(c.Size(), len(x))
	for k := range g {
		if !sharesLine(g, k, me, root) {
			continue // no data has reached this node yet
		}
		line := lineOf(c, g, k)
		first, parts := groupBlocks(g, k, me, blocks)
		region := comm.BlockRange(blocks, x, first, first+g[k:].Size())
		mine := comm.Block(parts, region, line.Label()) // this node's part of the words of the line
		if err := ring.Scatter(line, g.Coord(root, k), region, mine, parts); err != nil {
			return err
		}
	}
	return Allgather(c, g, comm.Block(blocks, x, me), x, blocks)
}

// sharesLine reports whether the nodes `me` and `root` have the same coordinate in every dimension after k.
func sharesLine(g topo.Mesh, k, me, root int) bool {
	stride := g.Stride(k)
	return me%stride == root%stride
}

// BcastTrees sends x from node root to every node of a torus over four spanning trees at the same time. Each
// tree carries a quarter of x, in segments. No two trees use the same link in the same direction. BcastTrees
// is the counterpart of hcube.BcastESBT on a torus.
//
// x has the same length on every node; on return it holds root's values. g is a mesh of p nodes; if it has
// more than two dimensions, all dimensions except the last are joined into one. A mesh of one row has two
// trees, one in each direction. The argument `segment` is the length of a segment in words. If it is 0,
// comm.Segments chooses the length.
// On R x C nodes that use four links at once, K segments take K + R+C-2 steps:
// T = (ts + tw·m/4K)(K + R+C-2) under SF; on a ring T = (ts + tw·m/2K)(K + p-2).
//
// Not in the book; topo.TorusTreeOf returns the trees. Cf. MPI_Bcast.
func BcastTrees[T any](c *comm.Comm[T], g topo.Mesh, root, segment int, x []T) error {
	if err := cmp.Or(checkMesh("mesh: BcastTrees", c, g), comm.CheckRoot("mesh: BcastTrees", root, c.Size()),
		comm.CheckSegment("mesh: BcastTrees", segment)); err != nil {
		return err
	}
	cols := g[len(g)-1]
	rows := c.Size() / cols
	trees, depth := topo.TorusTreeCount(rows, cols)
	parts := comm.SplitBlocks(trees, len(x))
	k := comm.Segments(parts.Longest(), depth-1, segment).Count()

	var tree [4]topo.TorusTree
	for q := range trees {
		tree[q] = topo.TorusTreeOf(q, rows, cols, root, c.Label())
	}
	for step := range depth + k - 1 {
		for q := range trees {
			part, t := comm.Block(parts, x, q), tree[q]
			segments := comm.SplitBlocks(k, len(part))
			if i := step - t.Depth + 1; t.Parent >= 0 && 0 <= i && i < k {
				c.PostRecv(t.Parent, comm.Block(segments, part, i))
			}
			if i := step - t.Depth; 0 <= i && i < k {
				for _, child := range t.Children {
					if child >= 0 {
						c.PostSend(child, comm.Block(segments, part, i))
					}
				}
			}
		}
		c.Exchange()
	}
	return c.Err()
}
