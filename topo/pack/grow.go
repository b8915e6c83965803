package pack

import "slices"

// A batch is equal trees from one root that are still growing.
type batch struct {
	root, shares int
	parent       []int  // -1 for the root and for nodes that are not in the trees
	depth        []int  // -1 for nodes that are not in the trees
	size         int    // nodes in the trees
	tried        []bool // by hop: it cannot be part of the trees
}

// A growth grows trees hop by hop, so that the rest can always be finished: for every set S of nodes but all, the hops
// that leave S carry the trees that lie within S. A hop is added to as many trees as leave this true, which a greatest
// flow finds. While that is so, some hop can be added to any batch that does not span the network (Lovasz 1976). A hop
// that has been refused to a batch once would be refused again: what S has to spare never grows.
type growth struct {
	*graph
	free    []int // by hop: what no tree has taken
	growing []*batch
	whole   []*batch
	most    int // shares that a batch takes over one hop at a time
	flow    flow
}

// grow packs, for every root with a demand, that many spanning trees into free.
func (g *graph) grow(free, demand []int, most int) *growth {
	w := &growth{graph: g, free: free, most: most}
	for root, shares := range demand {
		if shares == 0 {
			continue
		}
		b := &batch{root: root, shares: shares, parent: slices.Repeat([]int{-1}, g.nodes),
			depth: slices.Repeat([]int{-1}, g.nodes), size: 1, tried: make([]bool, len(g.hops))}
		b.depth[root] = 0
		w.keep(b)
	}
	for depth := 0; len(w.growing) > 0; depth++ {
		for w.round(depth) {
		}
		if depth == g.nodes {
			w.force()
		}
	}
	return w
}

// round gives every batch one more hop from a node of some depth at most, and reports whether one has got any.
func (w *growth) round(depth int) (progress bool) {
	for _, b := range slices.Clone(w.growing) {
		for h := w.best(b, depth); h >= 0; h = w.best(b, depth) {
			b.tried[h] = true
			if shares := w.room(b, h); shares > 0 {
				w.add(b, h, shares)
				progress = true
				break
			}
		}
	}
	return progress
}

// best returns the hop from a node of a depth at most to a node outside the trees that has most to spare, or -1.
func (w *growth) best(b *batch, depth int) (best int) {
	best, most := -1, 0
	for v, d := range b.depth {
		if d < 0 || d > depth {
			continue
		}
		for _, h := range w.from[v] {
			if b.depth[w.hops[h].to] < 0 && !b.tried[h] && w.free[h] > most {
				best, most = h, w.free[h]
			}
		}
	}
	return best
}

// room returns in how many trees of b a hop can be.
func (w *growth) room(b *batch, h int) (shares int) {
	shares = min(b.shares, w.free[h], w.most)
	for shares > 0 {
		lack := w.lack(b, h, shares)
		if lack == 0 {
			break
		}
		shares -= lack
	}
	return max(0, shares)
}

// lack returns how many trees could not be finished if a hop were in some trees of b: as many as cannot reach the node
// to which it leads. A source has an edge to every batch, for its shares, and every batch leads to its nodes.
func (w *growth) lack(grown *batch, h, shares int) int {
	source, f := w.nodes, &w.flow
	f.reset(w.nodes + 1 + len(w.growing) + 1)
	for i, hop := range w.hops {
		free := w.free[i]
		if i == h {
			free -= shares
		}
		if free > 0 {
			f.edge(hop.from, hop.to, free)
		}
	}
	all := 0
	for i, b := range w.growing {
		rest, at := b.shares, source+1+i
		all += b.shares
		if b == grown {
			rest -= shares
			grownAt := source + 1 + len(w.growing)
			f.edge(source, grownAt, shares)
			b.lead(f, grownAt)
			f.edge(grownAt, w.hops[h].to, shares)
		}
		if rest > 0 {
			f.edge(source, at, rest)
			b.lead(f, at)
		}
	}
	return all - f.most(source, w.hops[h].to, all)
}

// lead adds the edges from a batch to its nodes.
func (b *batch) lead(f *flow, at int) {
	for v, d := range b.depth {
		if d >= 0 {
			f.edge(at, v, b.shares)
		}
	}
}

// add puts a hop into some trees of b; the others, if there are, become a batch of their own.
func (w *growth) add(b *batch, h, shares int) {
	w.growing = slices.DeleteFunc(w.growing, func(other *batch) bool { return other == b })
	if rest := b.shares - shares; rest > 0 {
		other := &batch{root: b.root, shares: rest, parent: slices.Clone(b.parent), depth: slices.Clone(b.depth),
			size: b.size, tried: slices.Clone(b.tried)}
		other.tried[h] = shares < w.most // by the flows, not by most
		w.keep(other)
	}
	w.free[h] -= shares
	from, to := w.hops[h].from, w.hops[h].to
	b.shares, b.size = shares, b.size+1
	b.parent[to], b.depth[to] = from, b.depth[from]+1
	w.keep(b)
}

func (w *growth) keep(b *batch) {
	if b.size == w.nodes {
		w.whole = append(w.whole, b)
		return
	}
	w.growing = append(w.growing, b)
}

// force finishes the trees that are left over the hops with most to spare, past their capacity. It happens only where a
// switch has not as much capacity in as out, or where the one route between two nodes is not among those that the flows
// used.
func (w *growth) force() {
	for len(w.growing) > 0 {
		b, best := w.growing[0], -1
		for i, h := range w.hops {
			if b.depth[h.from] >= 0 && b.depth[h.to] < 0 && (best < 0 || w.free[i] > w.free[best]) {
				best = i
			}
		}
		w.add(b, best, b.shares)
	}
}
