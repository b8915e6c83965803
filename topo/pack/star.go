package pack

import (
	"slices"

	"topocoll/topo"
)

// oneSwitch reports whether n is a star, a crossbar or a single node.
func oneSwitch(n topo.Network) bool {
	switch n.(type) {
	case topo.Star, topo.Crossbar:
		return true
	}
	return n.Nodes() == 1
}

// starForest returns the trees of nodes on one switch, in closed form; grow finds the same trees by maximum
// flows. With one root, every other node receives its own part of the block and sends it to all others. With
// all nodes as roots, every node sends its block to all others.
func starForest(nodes int, roots []int) *Forest {
	if nodes == 1 {
		return newForest(1, []Tree{starTree(1, 0, 0)}, nil)
	}
	var trees []Tree
	for _, root := range roots {
		if len(roots) > 1 {
			trees = append(trees, starTree(nodes, root, root))
			continue
		}
		for v := range nodes {
			if v != root {
				trees = append(trees, starTree(nodes, root, v))
			}
		}
	}
	return newForest(len(trees)/len(roots), trees, nil)
}

// starTree returns the tree in which root sends to the node `by`, and this node sends to all other nodes.
// `by` may be root.
func starTree(nodes, root, by int) Tree {
	parent := slices.Repeat([]int{by}, nodes)
	parent[by] = root
	parent[root] = -1
	return Tree{Root: root, Share: 1, Parent: parent}
}

// starRoutes returns the direct routes between nodes on one switch.
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
		slices.Reverse(r.Of) // a gather uses the reverse of the scatter's order
	}
	r.numberPassing(nodes)
	return r
}
