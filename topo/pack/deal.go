package pack

import (
	"cmp"
	"slices"
)

// routes deals the blocks of a scatter or, backwards, of a gather to the trees of one root. Blocks for far nodes leave
// first.
func (g *graph) routes(f *Forest, back bool) Routes {
	tree := g.deal(f)
	var r Routes
	branches := map[[2]int][]Route{}
	for v, t := range tree {
		if t < 0 {
			continue
		}
		path := f.Trees[t].path(v)
		at := [2]int{t, path[1]}
		branches[at] = append(branches[at], Route{From: f.Trees[t].Root, To: v, Path: path})
	}
	for _, branch := range branches {
		slices.SortFunc(branch, func(a, b Route) int { return cmp.Or(len(b.Path)-len(a.Path), a.To-b.To) })
		for i := range branch {
			branch[i].Start = i
			r.Steps = max(r.Steps, branch[i].end())
		}
		r.Of = append(r.Of, branch...)
	}
	slices.SortFunc(r.Of, func(a, b Route) int { return cmp.Or(a.Start-b.Start, a.To-b.To) })
	if back {
		for i := range r.Of {
			r.Of[i].reverse(r.Steps)
		}
		slices.Reverse(r.Of)
	}
	r.finish(g.nodes)
	return r
}

// deal returns for every node but the root, which gets -1, the tree of its block: the one in which the node has the
// smallest depth, among those along which no link carries more than most blocks per unit of its capacity. most is the
// smallest number with which all blocks find a tree, those for the far nodes first.
func (g *graph) deal(f *Forest) []int {
	tree := slices.Repeat([]int{-1}, g.nodes)
	order := f.farFirst()
	for most := 1; ; most++ {
		loads := make([]int, len(g.arcs))
		dealt := 0
		for _, v := range order {
			if tree[v] = g.fitting(f, v, most, loads); tree[v] < 0 {
				break
			}
			g.load(f.Trees[tree[v]].path(v), loads)
			dealt++
		}
		if dealt == len(order) {
			return tree
		}
	}
}

// farFirst returns the nodes but the root, those first that are far from it in every tree.
func (f *Forest) farFirst() (order []int) {
	root, nodes := f.Trees[0].Root, len(f.Trees[0].Parent)
	near := make([]int, nodes)
	for v := range nodes {
		near[v] = nodes
		for _, t := range f.Trees {
			near[v] = min(near[v], t.Depth[v])
		}
		if v != root {
			order = append(order, v)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return near[b] - near[a] })
	return order
}

// fitting returns the tree of v with the smallest depth along which one block more is not too much, or -1.
func (g *graph) fitting(f *Forest, v, most int, loads []int) (best int) {
	best = -1
	for i, t := range f.Trees {
		if best >= 0 && t.Depth[v] >= f.Trees[best].Depth[v] {
			continue
		}
		fits := true
		for _, a := range g.along(t.path(v)) {
			fits = fits && loads[a] < most*g.arcs[a].capacity
		}
		if fits {
			best = i
		}
	}
	return best
}

// load adds a block to the arcs of a path.
func (g *graph) load(path []int, loads []int) {
	for _, a := range g.along(path) {
		loads[a]++
	}
}

// along returns the arcs between the nodes of a path.
func (g *graph) along(path []int) (arcs []int) {
	for i, from := range path[:len(path)-1] {
		for _, h := range g.from[from] {
			if g.hops[h].to == path[i+1] {
				arcs = append(arcs, g.hops[h].arcs...)
			}
		}
	}
	return arcs
}

// path returns the nodes from the root to v.
func (t *Tree) path(v int) []int {
	path := []int{v}
	for v != t.Root {
		v = t.Parent[v]
		path = append(path, v)
	}
	slices.Reverse(path)
	return path
}
