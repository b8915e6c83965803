package topo

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Every tree spans the torus along its links. Parents and children agree, and no two trees share a directed
// link.
func TestTorusTrees(t *testing.T) {
	for _, extents := range [][2]int{{1, 1}, {1, 2}, {1, 7}, {7, 1}, {2, 2}, {2, 5}, {3, 3}, {3, 4}, {4, 4},
		{5, 3}} {
		rows, cols := extents[0], extents[1]
		g := Mesh{rows, cols}
		trees, depth := TorusTreeCount(rows, cols)
		for root := range g.Size() {
			// used holds the number of trees that use each link. A link is given by its two ends. With an extent of
			// 2, two links have the same ends.
			used := map[[3]int]int{}
			deepest := 0
			for q := range trees {
				for me := range g.Size() {
					tree := TorusTreeOf(q, rows, cols, root, me)
					deepest = max(deepest, tree.Depth)
					assert.Equal(t, me == root, tree.Depth == 0)
					assert.Equal(t, me == root, tree.Parent == -1)
					for _, child := range tree.Children {
						if child == -1 {
							continue
						}
						below := TorusTreeOf(q, rows, cols, root, child)
						assert.Equal(t, me, below.Parent, "tree %d of %v, root %d", q, g, root)
						assert.Equal(t, tree.Depth+1, below.Depth)
						require.Contains(t, neighbours(g, me), child)
						used[[3]int{me, child}]++
					}
					if me != root {
						assert.Contains(t, TorusTreeOf(q, rows, cols, root, tree.Parent).Children, me)
					}
				}
			}
			assert.Equal(t, depth, deepest, "%v", g)
			total := 0
			for link, times := range used {
				total += times
				assert.LessOrEqual(t, times, countParallel(g, link[0], link[1]), "%v: link %v", g, link)
			}
			assert.Equal(t, trees*(g.Size()-1), total)
		}
	}
}

// neighbours returns the nodes that are one step away in any direction. If several links lead to a node, the
// list contains the node once for each link.
func neighbours(g Mesh, v int) []int {
	var list []int
	for k := range g {
		if g[k] > 1 {
			list = append(list, g.Neighbour(v, k, 1), g.Neighbour(v, k, -1))
		}
	}
	return list
}

func countParallel(g Mesh, from, to int) (links int) {
	for _, v := range neighbours(g, from) {
		if v == to {
			links++
		}
	}
	return links
}
