package pack

import (
	"cmp"
	"slices"
)

// A treeArc is a link of one of the trees from place 0; every node has it once at each end, in the trees of two roots.
type treeArc struct {
	tree, from, to, height int
	last, leaf             bool
}

// shifted makes the forest of all roots from the trees of the one at place 0.
func shifted(s *Shifts, shares int, trees []Tree) *Forest {
	f := &Forest{Shares: shares, Trees: trees, Shifts: s}
	first := 0
	for i := range trees {
		t := &trees[i]
		t.First, t.shares = first, shares
		first += t.Share
		t.Depth = depths(t.Parent)
		f.Depth = max(f.Depth, t.complete())
	}
	f.arcs = make([][]treeArc, f.Depth)
	for i, t := range trees {
		for v, height := range t.heights() {
			if v != t.Root {
				step := t.Depth[v] - 1
				f.arcs[step] = append(f.arcs[step], treeArc{tree: i, from: t.Parent[v], to: v, height: height, leaf: t.Leaf(v)})
			}
		}
	}
	for _, arcs := range f.arcs {
		slices.SortFunc(arcs, func(a, b treeArc) int { return cmp.Or(b.height-a.height, a.tree-b.tree, a.to-b.to) })
		seen := map[[2]int]bool{}
		for i := range slices.Backward(arcs) {
			at := [2]int{arcs[i].tree, arcs[i].from}
			arcs[i].last = !seen[at]
			seen[at] = true
		}
	}
	return f
}

// depths returns the depth of every node of a tree.
func depths(parent []int) []int {
	depth := slices.Repeat([]int{-1}, len(parent))
	var path []int
	for v := range parent {
		path = path[:0]
		at := v
		for ; depth[at] < 0 && parent[at] >= 0; at = parent[at] {
			path = append(path, at)
		}
		depth[at] = max(0, depth[at])
		for _, w := range slices.Backward(path) {
			depth[w] = depth[parent[w]] + 1
		}
	}
	return depth
}

// shiftedIn returns the i-th link to a node in a step: that arc, shifted so that it leads there.
func (f *Forest) shiftedIn(node, step, i int) Link {
	s, a := f.Shifts, &f.arcs[step][i]
	root := s.minus(s.at(node), a.to)
	return Link{Tree: s.node(root)*len(f.Trees) + a.tree, Peer: s.node(s.plus(a.from, root)), Leaf: a.leaf}
}

// shiftedOut returns the i-th link from a node in a step.
func (f *Forest) shiftedOut(node, step, i int) Link {
	s, a := f.Shifts, &f.arcs[step][i]
	root := s.minus(s.at(node), a.from)
	return Link{Tree: s.node(root)*len(f.Trees) + a.tree, Peer: s.node(s.plus(a.to, root)), Last: a.last}
}
