package pack

import (
	"math/bits"
	"slices"

	"topocoll/topo"
)

// A walkableNetwork has a method Walk, which returns its nodes switch by switch.
type walkableNetwork interface{ Walk() []int }

// candidateWalks returns the orders of the nodes that a ring may follow. These are the result of Walk (if the
// network has this method), the ascending order, and the result of nearestOrder.
func candidateWalks(n topo.Network) (walks [][]int) {
	if w, knows := n.(walkableNetwork); knows {
		walks = append(walks, w.Walk())
	}
	return append(walks, topo.Integers(n.Nodes()), nearestOrder(n))
}

// nearestOrder returns an order from node 0 in which each node is followed by the nearest of the remaining
// nodes. The lowest of equally near nodes comes first.
func nearestOrder(n topo.Network) []int {
	order, left := []int{0}, topo.Integers(n.Nodes())[1:]
	var path []int32
	for len(left) > 0 {
		best, least := 0, 0
		for i, v := range left {
			if path = n.Route(path[:0], order[len(order)-1], v); i == 0 || len(path) < least {
				best, least = i, len(path)
			}
		}
		order = append(order, left[best])
		left = slices.Delete(left, best, best+1)
	}
	return order
}

// nodeCapacities holds the total capacities of the links of each node.
type nodeCapacities struct {
	network  topo.Network
	reversed bool
	in, out  []int // indexed by node: capacity of the links to the node, and from it
}

func nodeCapacitiesOf(n topo.Network, back bool) *nodeCapacities {
	n = withSwitch(n)
	l := &nodeCapacities{network: n, reversed: back, in: make([]int, n.Nodes()), out: make([]int, n.Nodes())}
	for link := range int32(n.Links()) {
		from, to := n.Ends(link)
		if back {
			from, to = to, from
		}
		if from < n.Nodes() && from != to {
			l.out[from] += topo.Capacity(n, link)
		}
		if to < n.Nodes() && from != to {
			l.in[to] += topo.Capacity(n, link)
		}
	}
	return l
}

// leastTimeOfAll returns a lower bound on the time in which every node sends one block to all others. The
// links into each node must carry p-1 blocks, and the links out of each node at least one block.
func (l *nodeCapacities) leastTimeOfAll() cutRatio {
	return cutRatio{len(l.in) - 1, min(slices.Min(l.in), slices.Min(l.out)*(len(l.in)-1))}
}

// leastTimeOf returns a lower bound on the time in which a root sends one block to all other nodes.
func (l *nodeCapacities) leastTimeOf(root int) cutRatio {
	least := l.out[root]
	for v, in := range l.in {
		if v != root {
			least = min(least, in)
		}
	}
	return cutRatio{1, least}
}

// canCarry reports whether the links can carry the messages of the trees within the given time, and whether
// each message passes only through switches.
func (l *nodeCapacities) canCarry(trees []Tree, shares int, time cutRatio) bool {
	loads := make([]int, l.network.Links())
	var path []int32
	for _, t := range trees {
		for v, parent := range t.Parent {
			if parent < 0 {
				continue
			}
			from, to := parent, v
			if l.reversed {
				from, to = to, from
			}
			path = l.network.Route(path[:0], from, to)
			for i, link := range path {
				if at, _ := l.network.Ends(link); i > 0 && at < l.network.Nodes() {
					return false // the message would pass through a third node, which would have to forward it
				}
				loads[link] += t.Share
			}
		}
	}
	for link, load := range loads {
		if load*time.links > time.nodes*shares*topo.Capacity(l.network, int32(link)) {
			return false
		}
	}
	return true
}

// walkTreesOfAll returns trees along a ring through all nodes, or nil if other trees may take less time. The
// ring is optimal if the worst cut consists of the links of one node, as on a fat tree with one link per
// host.
func (d *directedPacking) walkTreesOfAll() *Forest {
	l, p := nodeCapacitiesOf(d.network, d.reversed), d.network.Nodes()
	time := l.leastTimeOfAll()
	ring := slices.Repeat([]int{-1}, p)
	for _, walk := range d.walks() {
		for i, v := range walk {
			ring[v] = walk[topo.Mod(i-1, p)]
		}
		// the share is p-1, because every link of the ring carries all blocks but one
		if l.canCarry([]Tree{{Share: p - 1, Parent: ring}}, 1, time) {
			chain := make([]int, p)
			for i := range chain {
				chain[i] = i - 1
			}
			return newForest(1, []Tree{{Share: 1, Parent: chain}}, newShifts(topo.Mesh{p}, walk))
		}
	}
	return nil
}

// walkTreesOf returns trees from a root that follow a walk and take the least possible time. It returns nil
// if it finds no such trees. It first tries two trees of small depth (Sanders, Speck and Träff 2009), and
// then a chain. A node other than the root that has children in one of the two trees is a leaf of the other.
func (d *directedPacking) walkTreesOf(root int) *Forest {
	l, p := nodeCapacitiesOf(d.network, d.reversed), d.network.Nodes()
	time := l.leastTimeOf(root)
	var candidates [][]int
	for _, walk := range d.walks() {
		at := slices.Index(walk, root)
		candidates = append(candidates,
			append(slices.Clone(walk[:at]), walk[at+1:]...),
			append(slices.Clone(walk[at+1:]), walk[:at]...))
	}
	for length := 1 << topo.CubeDim(p); length > 1; length /= 2 {
		for _, walk := range candidates {
			if trees := twinTrees(root, walk, length); l.canCarry(trees, 2, time) {
				return newForest(2, trees, nil)
			}
		}
	}
	for _, walk := range candidates {
		chain := Tree{Root: root, Share: 1, Parent: slices.Repeat([]int{-1}, p)}
		before := root
		for _, v := range walk {
			chain.Parent[v] = before
			before = v
		}
		if l.canCarry([]Tree{chain}, 1, time) {
			return newForest(1, []Tree{chain}, nil)
		}
	}
	return nil
}

// twinTrees returns two trees from a root over the nodes of a walk, which is divided into stretches of the
// given even length.
//
// The first tree begins with a chain of the first nodes of all stretches. Below each of them is a binary tree
// of the other nodes of its stretch, in the order of the walk, with leaves at odd positions. The second tree
// is made in the same way from the end of the walk, so its leaves are at even positions. If the number of
// nodes is odd, the last node is a leaf of both trees, below a node with one child.
func twinTrees(root int, walk []int, length int) []Tree {
	n := len(walk) &^ 1
	shape := stretchParents(n, length)
	tree := func(node func(at int) int) Tree {
		parent, children := slices.Repeat([]int{-1}, len(walk)+1), make([]int, n)
		for at, up := range shape {
			parent[node(at)] = root
			if up >= 0 {
				parent[node(at)] = node(up)
				children[up]++
			}
		}
		if len(walk) > n {
			last := root // the parent of the last node if the walk has only one node
			for at := 0; at < n; at += 2 {
				if children[at] < 2 {
					last = node(at)
				}
			}
			parent[walk[n]] = last
		}
		return Tree{Root: root, Share: 1, Parent: parent}
	}
	return []Tree{
		tree(func(at int) int { return walk[at] }),
		tree(func(at int) int { return walk[n-1-at] }),
	}
}

// stretchParents returns the parent of each position in the first tree of twinTrees; -1 stands for the root.
func stretchParents(n, length int) []int {
	parent := make([]int, n)
	var fill func(first, size, up int) // builds a binary tree of the positions after first
	fill = func(first, size, up int) {
		if size > 0 {
			top := 1 << (bits.Len(uint(size)) - 1)
			parent[first+top] = up
			fill(first, top-1, first+top)
			fill(first+top, size-top, first+top)
		}
	}
	for first := 0; first < n; first += length {
		parent[first] = first - length
		fill(first, min(length, n-first)-1, first)
	}
	if n > 0 {
		parent[0] = -1
	}
	return parent
}
