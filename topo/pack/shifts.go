package pack

import (
	"cmp"
	"slices"

	"topocoll/topo"
)

// Shifts describes the shifts of a torus, which move any node to any other node. A shift by place b adds the
// coordinates of b to the coordinates of every place, modulo the extents. A hypercube has extents of 2, and a
// ring of hosts has one extent.
type Shifts struct {
	Extents     topo.Mesh
	Node        []int // node at each place of the torus; nil if places and nodes have the same numbers
	placeByNode []int // place of each node
	cube        bool  // all extents are 2, so coordinates are bits, and adding and subtracting are the same
}

// newShifts returns the shifts of a torus. node[i] is the node at place i, or i if node is nil.
func newShifts(extents topo.Mesh, node []int) *Shifts {
	s := &Shifts{Extents: extents, Node: node, placeByNode: make([]int, len(node)),
		cube: !slices.ContainsFunc(extents, func(n int) bool { return n != 2 })}
	for at, v := range node {
		s.placeByNode[v] = at
	}
	return s
}

func (s *Shifts) nodeAt(at int) int {
	if s.Node == nil {
		return at
	}
	return s.Node[at]
}

func (s *Shifts) placeOf(node int) int {
	if s.Node == nil {
		return node
	}
	return s.placeByNode[node]
}

// add returns place a, shifted by place b.
func (s *Shifts) add(a, b int) (sum int) {
	if s.cube {
		return a ^ b
	}
	for k, stride := len(s.Extents)-1, 1; k >= 0; k-- {
		n := s.Extents[k]
		digit := a%n + b%n
		if digit >= n {
			digit -= n
		}
		sum += digit * stride
		a, b, stride = a/n, b/n, stride*n
	}
	return sum
}

// subtract returns the place c with add(c, b) = a.
func (s *Shifts) subtract(a, b int) (difference int) {
	if s.cube {
		return a ^ b
	}
	for k, stride := len(s.Extents)-1, 1; k >= 0; k-- {
		n := s.Extents[k]
		digit := a%n - b%n
		if digit < 0 {
			digit += n
		}
		difference += digit * stride
		a, b, stride = a/n, b/n, stride*n
	}
	return difference
}

// A treeArc is a link of a tree whose root is at place 0. One shift moves the start of the link to a given
// node, and a different shift moves its end there. The two shifted links belong to trees of different roots.
type treeArc struct {
	tree, from, to, height int
	last, leaf             bool
}

// newShiftedForest returns the forest of all roots, given the trees of the root at place 0.
func newShiftedForest(s *Shifts, shares int, trees []Tree) *Forest {
	f := &Forest{Shares: shares, Trees: trees, Shifts: s}
	first := 0
	for i := range trees {
		t := &trees[i]
		t.First, t.shares = first, shares
		first += t.Share
		t.Depth = depths(t.Parent)
		f.Depth = max(f.Depth, t.setChildren())
	}
	f.stepArcs = make([][]treeArc, f.Depth)
	for i, t := range trees {
		for v, height := range t.heights() {
			if v != t.Root {
				step := t.Depth[v] - 1
				f.stepArcs[step] =
					append(f.stepArcs[step],
						treeArc{tree: i, from: t.Parent[v], to: v, height: height, leaf: t.Leaf(v)})
			}
		}
	}
	for _, arcs := range f.stepArcs {
		slices.SortFunc(arcs,
			func(a, b treeArc) int { return cmp.Or(b.height-a.height, a.tree-b.tree, a.to-b.to) })
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

// shiftedLinkIn returns the i-th arc of a step, shifted so that it leads to the node.
func (f *Forest) shiftedLinkIn(node, step, i int) Link {
	s, a := f.Shifts, &f.stepArcs[step][i]
	root := s.subtract(s.placeOf(node), a.to)
	return Link{Tree: s.nodeAt(root)*len(f.Trees) + a.tree, Peer: s.nodeAt(s.add(a.from, root)), Leaf: a.leaf}
}

// shiftedLinkOut returns the i-th arc of a step, shifted so that it leads from the node.
func (f *Forest) shiftedLinkOut(node, step, i int) Link {
	s, a := f.Shifts, &f.stepArcs[step][i]
	root := s.subtract(s.placeOf(node), a.from)
	return Link{Tree: s.nodeAt(root)*len(f.Trees) + a.tree, Peer: s.nodeAt(s.add(a.to, root)), Last: a.last}
}
