package pack

import (
	"math/bits"
	"slices"

	"topocoll/topo"
)

// walkedOne returns trees of small depth from a root which take no longer than any trees, if there are such along a walk: two trees in
// which every node but the root sends to two others in one, and to none in the other (Sanders, Speck and Träff 2009); else a chain.
func (d *direction) walkedOne(root int) *Forest {
	l, p := limitsOf(d.network, d.back), d.network.Nodes()
	time := l.one(root)
	var candidates [][]int
	for _, walk := range d.walks() {
		at := slices.Index(walk, root)
		candidates = append(candidates,
			append(slices.Clone(walk[:at]), walk[at+1:]...),
			append(slices.Clone(walk[at+1:]), walk[:at]...))
	}
	for length := 1 << topo.CubeDim(p); length > 1; length /= 2 {
		for _, walk := range candidates {
			if twins := twins(root, walk, length); l.carry(twins, 2, time) {
				return forest(p, 2, twins)
			}
		}
	}
	for _, walk := range candidates {
		chain := batchOf(root, 1, p, func(parent []int) {
			for i, v := range walk {
				parent[v] = root
				if i > 0 {
					parent[v] = walk[i-1]
				}
			}
		})
		if l.carry([]*batch{chain}, 1, time) {
			return forest(p, 1, []*batch{chain})
		}
	}
	return nil
}

func batchOf(root, shares, nodes int, fill func(parent []int)) *batch {
	b := &batch{root: root, shares: shares, parent: slices.Repeat([]int{-1}, nodes), size: nodes}
	fill(b.parent)
	b.depth = depths(b.parent)
	return b
}

// twins returns two trees from a root over the nodes of a walk, with stretches of an even length.
//
// The first one leads along the first nodes of all stretches, and from each into its stretch, as a binary tree in the order of the walk
// that has its leaves at odd positions. The second one is the same from the end of the walk; so its leaves are at even positions. If the
// walk has an odd number of nodes, the last one is a leaf of both, at the place that is left where every node has two.
func twins(root int, walk []int, length int) []*batch {
	n := len(walk) &^ 1
	shape := stretches(n, length)
	tree := func(node func(at int) int) *batch {
		return batchOf(root, 1, len(walk)+1, func(parent []int) {
			children := make([]int, n)
			for at, up := range shape {
				parent[node(at)] = root
				if up >= 0 {
					parent[node(at)] = node(up)
					children[up]++
				}
			}
			if len(walk) > n {
				last := root // of a walk of one node
				for at := 0; at < n; at += 2 {
					if children[at] < 2 {
						last = node(at)
					}
				}
				parent[walk[n]] = last
			}
		})
	}
	return []*batch{
		tree(func(at int) int { return walk[at] }),
		tree(func(at int) int { return walk[n-1-at] }),
	}
}

// stretches returns the parents of the positions of the first tree; -1 is the root.
func stretches(n, length int) []int {
	parent := make([]int, n)
	var fill func(first, size, up int) // a binary tree of the positions after first
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
