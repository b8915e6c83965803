package pack

import (
	"slices"

	"topocoll/topo"
)

// Shifts describes the shifts of a torus. For every two places, one shift moves the first place to the
// second. A shift by place b adds the coordinates of b to the coordinates of every place, modulo the extents.
// The extents of a hypercube are all 2, and a ring has only one extent.
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

// add returns place `a`, shifted by place `b`.
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

// shiftedLinkIn returns the i-th arc of a step, shifted so that it leads to the node. shiftedLinkOut shifts
// the same arc by another distance, so the links that the two methods return belong to trees of different
// roots.
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
