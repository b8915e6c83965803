package pack

import (
	"slices"

	"topocoll/topo"
)

// fromOne packs trees from one root. If messages pass through switches, the links of the root may suffice for
// only one tree, which would be a chain. Each tree is therefore split into one tree for every other host, and
// these trees may lead from the root to different nodes.
func (g *graph) fromOne(root int) *Forest {
	scale, most := 1, g.nodes
	if g.switched {
		scale, most = max(1, g.hosts-1), 1
	}
	cut := g.minCut(root)
	demand := make([]int, g.nodes)
	demand[root] = scale * cut
	free, enough := g.splitCapacities(g.capacities(scale, demand), demand)
	if !enough {
		return g.packNear([]int{root}, 1/float64(cut), nearTreesPerLink*cut)
	}
	return newForest(demand[root], g.grow(free, demand, most), nil)
}

// fromAll packs trees from all roots.
func (g *graph) fromAll() *Forest {
	r := g.worstCut()
	demand := make([]int, g.nodes)
	for root := range demand {
		demand[root] = r.links
	}
	free, enough := g.splitCapacities(g.capacities(r.nodes, demand), demand)
	if !enough {
		return g.packNear(topo.Integers(g.nodes), r.time(), nearTreesPerRoot)
	}
	return newForest(r.links, g.grow(free, demand, r.links), nil)
}

// A treeBatch is a group of identical trees from one root. Each tree carries one share of the root's block.
type treeBatch struct {
	root, shares int
	parent       []int  // -1 for the root and for nodes that are not in the trees
	depth        []int  // -1 for nodes that are not in the trees
	size         int    // number of nodes in the trees
	tried        []bool // indexed by hop: whether the hop can no longer be added to the trees
}

// A treeGrower adds hops to trees, such that all trees can still be completed. This is possible if, for every
// proper subset S of the nodes, the hops that leave S can carry the trees that lie within S. A maximum flow
// gives the number of trees to which a hop can be added.
//
// While the condition holds, some hop can be added to every batch that does not span the network (Lovász
// 1976). A hop that a batch cannot use now is never usable for it later. The reason is that the slack of S
// never grows. The slack is the capacity of the hops that leave S, minus the number of trees within S.
type treeGrower struct {
	*graph
	free       []int // indexed by hop: the capacity that no tree uses
	incomplete []*treeBatch
	complete   []Tree
	maxShares  int // maximum number of shares that a batch sends over a hop at a time
	flow       flowSolver
}

// grow packs the demanded number of spanning trees of every root into the free capacities of the hops, which
// must suffice: see splitCapacities. It returns the trees with their Root, Share and Parent.
func (g *graph) grow(free, demand []int, most int) []Tree {
	w := &treeGrower{graph: g, free: free, maxShares: most}
	for root, shares := range demand {
		if shares == 0 {
			continue
		}
		b := &treeBatch{root: root, shares: shares, parent: slices.Repeat([]int{-1}, g.nodes),
			depth: slices.Repeat([]int{-1}, g.nodes), size: 1, tried: make([]bool, len(g.hops))}
		b.depth[root] = 0
		w.storeBatch(b)
	}
	for depth := 0; len(w.incomplete) > 0; depth++ {
		for w.extendBatches(depth) {
		}
	}
	return w.complete
}

// extendBatches adds one hop, from a node of at most the given depth, to every batch that can still use one.
// The result `progress` is false if no batch could be extended.
func (w *treeGrower) extendBatches(depth int) (progress bool) {
	for _, b := range slices.Clone(w.incomplete) {
		for h := w.bestHop(b, depth); h >= 0; h = w.bestHop(b, depth) {
			b.tried[h] = true
			if shares := w.fittingTrees(b, h); shares > 0 {
				w.addHop(b, h, shares)
				progress = true
				break
			}
		}
	}
	return progress
}

// bestHop returns the hop with the greatest free capacity that can extend the trees of b, or -1. The hop
// begins at a node of at most the given depth.
func (w *treeGrower) bestHop(b *treeBatch, depth int) (best int) {
	best, most := -1, 0
	for v, d := range b.depth {
		if d < 0 || d > depth {
			continue
		}
		for _, h := range w.hopsFrom[v] {
			if b.depth[w.hops[h].to] < 0 && !b.tried[h] && w.free[h] > most {
				best, most = h, w.free[h]
			}
		}
	}
	return best
}

// fittingTrees returns the number of trees of b to which hop h can be added.
func (w *treeGrower) fittingTrees(b *treeBatch, h int) int {
	return reduceToFit(min(b.shares, w.free[h], w.maxShares),
		func(shares int) int { return w.lackingTrees(b, h, shares) })
}

// lackingTrees returns the number of trees that could no longer be completed if hop h were added to `shares`
// trees of the batch `grown`. The result is the number of all trees minus a maximum flow to the end of the
// hop. The flow starts at the batches, each with its number of shares, enters their nodes, and uses the free
// capacities of the hops.
func (w *treeGrower) lackingTrees(grown *treeBatch, h, shares int) int {
	source, f := w.nodes, &w.flow
	f.reset(w.nodes + 1 + len(w.incomplete) + 1)
	for i, hop := range w.hops {
		free := w.free[i]
		if i == h {
			free -= shares
		}
		if free > 0 {
			f.addEdge(hop.from, hop.to, free)
		}
	}
	all := 0
	for i, b := range w.incomplete {
		rest, at := b.shares, source+1+i
		all += b.shares
		if b == grown {
			rest -= shares
			grownAt := source + 1 + len(w.incomplete)
			f.addEdge(source, grownAt, shares)
			b.addEdges(f, grownAt)
			f.addEdge(grownAt, w.hops[h].to, shares)
		}
		if rest > 0 {
			f.addEdge(source, at, rest)
			b.addEdges(f, at)
		}
	}
	return all - f.maxFlow(source, w.hops[h].to, all)
}

// addEdges adds edges to f from place `at`, which stands for the batch, to the nodes of the batch.
func (b *treeBatch) addEdges(f *flowSolver, at int) {
	for v, d := range b.depth {
		if d >= 0 {
			f.addEdge(at, v, b.shares)
		}
	}
}

// addHop adds hop h to `shares` trees of b. Any remaining trees of b become a separate batch.
func (w *treeGrower) addHop(b *treeBatch, h, shares int) {
	w.incomplete = slices.DeleteFunc(w.incomplete, func(other *treeBatch) bool { return other == b })
	if rest := b.shares - shares; rest > 0 {
		other := &treeBatch{root: b.root, shares: rest, parent: slices.Clone(b.parent),
			depth: slices.Clone(b.depth),
			size:  b.size, tried: slices.Clone(b.tried)}
		other.tried[h] = shares < w.maxShares // false if w.maxShares was the limit, not the flows
		w.storeBatch(other)
	}
	w.free[h] -= shares
	from, to := w.hops[h].from, w.hops[h].to
	b.shares, b.size = shares, b.size+1
	b.parent[to], b.depth[to] = from, b.depth[from]+1
	w.storeBatch(b)
}

func (w *treeGrower) storeBatch(b *treeBatch) {
	if b.size == w.nodes {
		w.complete = append(w.complete, Tree{Root: b.root, Share: b.shares, Parent: b.parent})
		return
	}
	w.incomplete = append(w.incomplete, b)
}
