package pack

import (
	"slices"

	"topocoll/topo"
)

// A torus is a ring, a torus or a hypercube. Each node has two links along each dimension, up and down. Along
// a dimension of extent 2, it has only the link up, because both links would lead to the same node.
type torus struct {
	extents     topo.Mesh // extents greater than 1
	nodeByPlace []int     // nodeByPlace[i] is the node at place i of the torus; nil if it is node i for every i
}

// torusOf returns n as a torus. ok is false unless n is a torus of 2 or more nodes with one rank on each, in
// any order.
func torusOf(n topo.Network) (t torus, ok bool) {
	switch n := n.(type) {
	case *topo.Grid:
		t.extents, ok = n.Mesh(), n.Wraps()
	case topo.Hypercube:
		t.extents, ok = slices.Repeat(topo.Mesh{2}, n.Dim), true
	case *topo.Placed:
		network, on, alone := n.Alone()
		if t, ok = torusOf(network); ok && alone {
			t.nodeByPlace = make([]int, len(on))
			for rank, at := range on {
				t.nodeByPlace[at] = rank
			}
		}
		return t, ok && alone
	}
	t.extents = slices.DeleteFunc(slices.Clone(t.extents), func(n int) bool { return n == 1 })
	return t, ok && len(t.extents) > 0
}

// directions returns the directions of a node's links along a dimension: 1 is up, -1 is down.
func (t torus) directions(dimension int) []int {
	if t.extents[dimension] == 2 {
		return []int{1}
	}
	return []int{1, -1}
}

// links returns the number of links of a node in each dimension.
func (t torus) links() (links []int) {
	for k := range t.extents {
		links = append(links, len(t.directions(k)))
	}
	return links
}

// fromAll returns trees from all roots, with which all links carry equal loads: p-1 blocks, divided by the
// number of links of a node. A tree goes along the dimensions in a certain order, in the shorter direction.
// If both directions are equally long, half of each block goes in each direction. No other trees have a
// smaller depth.
func (t torus) fromAll() *Forest {
	orders, parts := mixOrders(t.extents, t.links())
	ways := []int{1}
	if slices.ContainsFunc(t.extents, func(n int) bool { return n > 2 && n%2 == 0 }) {
		ways = append(ways, -1)
	}
	var trees []Tree
	shares := 0
	for i, order := range orders {
		for _, way := range ways {
			trees = append(trees, Tree{Share: parts[i], Parent: t.treeAlong(order, way)})
			shares += parts[i]
		}
	}
	return newForest(shares, trees, newShifts(t.extents, t.nodeByPlace))
}

// treeAlong returns the parents in the tree from place 0 that goes along the dimensions in the given order.
// If a place is equally far in both directions along a dimension, the tree goes in the direction `way`.
func (t torus) treeAlong(order []int, way int) []int {
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

// fromOne returns one tree for each link of the root, such that no two trees share a link.
func (t torus) fromOne(root int) *Forest {
	var even, other torus
	for _, n := range t.extents {
		if n == 2 {
			even.extents = append(even.extents, n)
		} else {
			other.extents = append(other.extents, n)
		}
	}
	var parents [][]int // for each tree with root 0, the parent of each place
	if len(other.extents) == 0 {
		parents = even.directionTrees()
	} else {
		parents = other.directionTrees()
		for range even.extents {
			parents = doubleTrees(parents)
		}
	}
	s := newShifts(t.extents, t.nodeByPlace)
	places := t.sortedPlaces()
	origin := s.placeOf(root)
	var trees []Tree
	for _, from := range parents {
		parent := slices.Repeat([]int{-1}, len(from))
		for v, w := range from {
			if w >= 0 {
				parent[s.nodeAt(s.add(places[v], origin))] = s.nodeAt(s.add(places[w], origin))
			}
		}
		trees = append(trees, Tree{Root: root, Share: 1, Parent: parent})
	}
	return newForest(len(trees), trees, nil)
}

// sortedPlaces returns the places in the order of the numbers that they would have if the dimensions of
// extent 2 came first.
func (t torus) sortedPlaces() (places []int) {
	places = []int{0}
	for _, two := range []bool{false, true} {
		for _, k := range slices.Backward(topo.Integers(len(t.extents))) {
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

// directionTrees returns trees rooted at place 0 of a torus. Either every dimension of the torus has one
// direction, or every dimension has two. There is one tree per direction, and together the trees use every
// link into a place other than the root exactly once. A tree's own dimension is the dimension of its
// direction. The coordinate of the root in that dimension is 0. If a place has the same coordinate 0, the
// tree enters the place along that dimension, over the last link of the ring that starts at coordinate 0.
// Otherwise it enters the place along the next dimension after its own, cyclically, in which the coordinate
// is not 0. On a hypercube this is the construction of Johnsson and Ho (1989). The depth is 1 plus the sum of
// (extent - 1) over the dimensions.
func (t torus) directionTrees() (trees [][]int) {
	k := len(t.extents)
	for own := range k {
		for _, way := range t.directions(own) {
			parent := slices.Repeat([]int{-1}, t.extents.Size())
			for v := 1; v < len(parent); v++ {
				by := own
				if t.extents.Coord(v, own) > 0 {
					for by = (own + 1) % k; t.extents.Coord(v, by) == 0; by = (by + 1) % k {
					}
				}
				parent[v] = t.extents.Neighbour(v, by, -way)
			}
			trees = append(trees, parent)
		}
	}
	return trees
}

// doubleTrees returns the trees from place 0 of a doubled network, given the trees of the network. The
// doubled network consists of the network and a copy, with links between corresponding places. Each given
// tree has one link at its root, and together the given trees use every link into a place other than the
// root. The places of the copy are numbered after the places of the network.
//
// Every given tree covers the network as before. A tree other than the first crosses to the copy at the child
// of its root and goes from there to the root of the copy. It covers the copy in the same way as the network.
// The first tree crosses at all places except the root and the children at which the other trees cross. It
// reaches the copies of those children from the root of the copy. One additional tree begins with the link
// from the root to the root of the copy. It covers the copy in the same way as the first given tree covers
// the network, and crosses from each place to the network.
func doubleTrees(trees [][]int) (both [][]int) {
	n := len(trees[0])
	children := make([]int, len(trees))
	for i, t := range trees {
		children[i] = slices.Index(t, 0)
	}
	for i, t := range trees {
		parent := slices.Grow(slices.Clone(t), n)
		for v, w := range t {
			switch {
			case v == 0:
				w = n + children[i]
			case v == children[i]:
				w = v
			case i > 0:
				w += n
			case slices.Contains(children, v):
				w = n
			default:
				w = v
			}
			parent = append(parent, w)
		}
		both = append(both, parent)
	}
	more := make([]int, n, 2*n)
	for v := range more {
		more[v] = n + v
	}
	more[0] = -1
	for v, w := range trees[0] {
		if v == 0 {
			more = append(more, 0)
		} else {
			more = append(more, n+w)
		}
	}
	return append(both, more)
}
