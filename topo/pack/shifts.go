package pack

import (
	"slices"

	"topocoll/topo"
)

// Shifts are the shifts of a torus, under which all its nodes are alike: a shift adds the coordinates of a place to those of every
// place, modulo the extents. Those of a hypercube have extents of 2, and those of a ring of hosts the one extent.
type Shifts struct {
	Extents topo.Mesh
	Node    []int // by place of the torus: the node there; nil: places and nodes have the same numbers
	place   []int // by node
	cube    bool  // all extents are 2: the digits are bits, and to add or subtract them is the same
}

// shifts returns the shifts of nodes at the places of a torus; nil: each at its own.
func shifts(extents topo.Mesh, node []int) *Shifts {
	s := &Shifts{Extents: extents, Node: node}
	s.complete()
	return s
}

func (s *Shifts) complete() {
	s.cube = !slices.ContainsFunc(s.Extents, func(n int) bool { return n != 2 })
	if s.Node == nil {
		return
	}
	s.place = make([]int, len(s.Node))
	for at, v := range s.Node {
		s.place[v] = at
	}
}

// node returns the node at a place.
func (s *Shifts) node(at int) int {
	if s.Node == nil {
		return at
	}
	return s.Node[at]
}

// at returns the place of a node.
func (s *Shifts) at(node int) int {
	if s.Node == nil {
		return node
	}
	return s.place[node]
}

// plus returns a place shifted by another one.
func (s *Shifts) plus(a, b int) (sum int) {
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

// minus returns the place that b shifts to a.
func (s *Shifts) minus(a, b int) (difference int) {
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
