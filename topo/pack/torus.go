package pack

import (
	"slices"

	"topocoll/topo"
)

// A torus is the nodes of a ring, a torus or a hypercube, and which links they have along each dimension: up and down, or only up
// where the extent is 2, because both lead to the same node.
type torus struct {
	extents topo.Mesh // without those of 1
	node    []int     // by place: the node there; nil: the place
}

// torusOf returns n as a torus of 2 or more nodes, if it is one; every node may have one rank, in any order.
func torusOf(n topo.Network) (t torus, ok bool) {
	switch n := n.(type) {
	case *topo.Grid:
		t.extents, ok = n.Mesh(), n.Wraps()
	case topo.Hypercube:
		t.extents, ok = slices.Repeat(topo.Mesh{2}, n.Dim), true
	case *topo.Placed:
		network, on, alone := n.Alone()
		if t, ok = torusOf(network); ok && alone {
			t.node = make([]int, len(on))
			for rank, at := range on {
				t.node[at] = rank
			}
		}
		return t, ok && alone
	}
	t.extents = slices.DeleteFunc(slices.Clone(t.extents), func(n int) bool { return n == 1 })
	return t, ok && len(t.extents) > 0
}

// ways returns the directions along a dimension: 1 is up, -1 down.
func (t torus) ways(dimension int) []int {
	if t.extents[dimension] == 2 {
		return []int{1}
	}
	return []int{1, -1}
}

// links returns the links of a node, by dimension.
func (t torus) links() (links []int) {
	for k := range t.extents {
		links = append(links, len(t.ways(k)))
	}
	return links
}

// fromAll returns trees from all roots with which every link carries the same: all nodes but one, divided by the links of a node. They
// go along all dimensions in some order, the shorter way, and half of each block one way where both are equally long. No other trees
// have a smaller depth.
func (t torus) fromAll() *Forest {
	orders, parts := mixed(t.extents, t.links())
	ways := []int{1}
	if slices.ContainsFunc(t.extents, func(n int) bool { return n > 2 && n%2 == 0 }) {
		ways = append(ways, -1)
	}
	var trees []Tree
	shares := 0
	for i, order := range orders {
		for _, way := range ways {
			trees = append(trees, Tree{Share: parts[i], Parent: t.along(order, way)})
			shares += parts[i]
		}
	}
	return shifted(shifts(t.extents, t.node), shares, trees)
}

// along returns the tree from place 0 along the dimensions in an order; way is the direction to the place opposite to another one.
func (t torus) along(order []int, way int) []int {
	parent := slices.Repeat([]int{-1}, t.extents.Size())
	for v := 1; v < len(parent); v++ {
		for _, k := range slices.Backward(order) {
			n := t.extents[k]
			if x := t.extents.Coord(v, k); x > 0 {
				by := 1
				if 2*x > n || 2*x == n && n > 2 && way < 0 {
					by = -1
				}
				parent[v] = t.extents.Neighbour(v, k, -by)
				break
			}
		}
	}
	return parent
}

// fromOne returns as many trees from a root as it has links, no two with the same link.
func (t torus) fromOne(root int) *Forest {
	var even, other torus
	for _, n := range t.extents {
		if n == 2 {
			even.extents = append(even.extents, n)
		} else {
			other.extents = append(other.extents, n)
		}
	}
	var trees [][]int
	if len(other.extents) == 0 {
		trees = even.turned()
	} else {
		trees = other.turned()
		for range even.extents {
			trees = doubled(trees)
		}
	}
	s := shifts(t.extents, t.node)
	places := t.sorted()
	origin := s.at(root)
	var batches []*batch
	for _, from := range trees {
		parent := slices.Repeat([]int{-1}, len(from))
		for v, w := range from {
			if w >= 0 {
				parent[s.node(s.plus(places[v], origin))] = s.node(s.plus(places[w], origin))
			}
		}
		batches = append(batches, &batch{root: root, shares: 1, parent: parent, depth: depths(parent), size: len(parent)})
	}
	return forest(len(places), len(trees), batches)
}

// sorted returns, by place of the torus whose extents of 2 come first and then the others, the place of t.
func (t torus) sorted() (places []int) {
	places = []int{0}
	for _, two := range []bool{false, true} {
		for _, k := range slices.Backward(upTo(len(t.extents))) {
			if n := t.extents[k]; (n == 2) == two {
				line := places
				for x := 1; x < n; x++ {
					for _, v := range line {
						places = append(places, v+x*t.extents.Stride(k))
					}
				}
			}
		}
	}
	return places
}
