package pack

import (
	"slices"

	"topocoll/topo"
)

// oneSwitch reports whether the nodes of n are on one switch, or have none to reach: those of one node, and of a crossbar,
// which has no links.
func oneSwitch(n topo.Network) bool {
	switch n.(type) {
	case topo.Star, topo.Crossbar:
		return true
	}
	return n.Nodes() == 1
}

// star returns the trees of nodes on one switch from some roots, in closed form: those that grow finds, without its flows.
// With one root, every other node gets its own part of the block and passes it on to all others. With all roots, every
// node sends its block to all others.
func star(nodes int, roots []int) *Forest {
	if nodes == 1 {
		return forest(1, 1, []*batch{starBatch(1, 0, 0)})
	}
	var batches []*batch
	for _, root := range roots {
		if len(roots) > 1 {
			batches = append(batches, starBatch(nodes, root, root))
			continue
		}
		for v := range nodes {
			if v != root {
				batches = append(batches, starBatch(nodes, root, v))
			}
		}
	}
	return forest(nodes, len(batches)/len(roots), batches)
}

// starBatch is the tree from root by way of one node, which may be root.
func starBatch(nodes, root, by int) *batch {
	b := &batch{root: root, shares: 1, parent: slices.Repeat([]int{by}, nodes), depth: slices.Repeat([]int{2}, nodes)}
	if by == root {
		b.depth = slices.Repeat([]int{1}, nodes)
	}
	b.parent[by], b.depth[by] = root, 1
	b.parent[root], b.depth[root] = -1, 0
	return b
}

// starRoutes returns the routes between nodes on one switch, from some nodes to some nodes: all of one link.
func starRoutes(nodes int, from, to []int) *Routes {
	r := &Routes{Steps: min(1, nodes-1)}
	for _, a := range from {
		for _, b := range to {
			if a != b {
				r.Of = append(r.Of, Route{From: a, To: b, Path: []int{a, b}})
			}
		}
	}
	if len(to) == 1 {
		slices.Reverse(r.Of) // as of a scatter backwards
	}
	r.finish(nodes)
	return r
}

// upTo returns 0..n-1.
func upTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}
