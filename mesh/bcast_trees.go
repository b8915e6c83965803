package mesh

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo"
)

// BcastTrees sends x from node root to every node of a torus in four concurrent parts, each in segments, over four
// spanning trees of which no two use the same link in the same direction. It is the counterpart for a torus of
// hcube.BcastESBT.
//
// x has the same length on every node; on return it holds root's values. g is a mesh of p nodes; with more
// than two dimensions, all but the last are joined into one. A mesh of one row has two trees, one in each
// direction. segment is the length of a segment in words; with 0, comm.Segments chooses it.
// On R x C nodes that drive four links at once, K segments take K + R+C-2 steps:
// T = (ts + tw·m/4K)(K + R+C-2) under SF; on a ring T = (ts + tw·m/2K)(K + p-2).
//
// Not in the book; the trees are in topo.TorusTreeOf. Cf. MPI_Bcast.
func BcastTrees[T any](c *comm.Comm[T], g topo.Mesh, root, segment int, x []T) error {
	if err := cmp.Or(check("mesh: BcastTrees", c, g), comm.CheckRoot("mesh: BcastTrees", root, c.Size()),
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
