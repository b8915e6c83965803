package pack

import (
	"cmp"
	"slices"
)

// A Route is the path of one block over nodes. Successive nodes are neighbours.
type Route struct {
	From, To int
	Path     []int // nodes, including From and To
	// Passing[i] is the block's number among the blocks that pass through node Path[i].
	Passing []int
	Start   int // step in which the block leaves From; the block crosses one link per step
}

// Routes holds the routes of all blocks of an operation.
type Routes struct {
	Of      []Route
	Steps   int
	Passing []int // indexed by node: number of blocks that pass through it
}

// Reaches returns -1 if node neither sends nor receives the block in the given step. Otherwise it returns the
// index in Path of the node that sends the block in this step.
func (r *Route) Reaches(step, node int) (at int) {
	at = step - r.Start
	if at < 0 || at+1 >= len(r.Path) || r.Path[at] != node && r.Path[at+1] != node {
		return -1
	}
	return at
}

func (r *Route) passesNode(node int) bool { return slices.Contains(r.Path, node) }

// endStep returns the step after the last one in which the block moves.
func (r *Route) endStep() int { return r.Start + len(r.Path) - 1 }

// reverse turns r into the route from r.To to r.From, in an operation of `steps` steps. Step s becomes step
// steps-1-s.
func (r *Route) reverse(steps int) {
	r.From, r.To, r.Start = r.To, r.From, steps-r.endStep()
	slices.Reverse(r.Path)
}

// numberPassing sets Passing of r and of its routes: it numbers the blocks that pass through each node.
func (r *Routes) numberPassing(nodes int) {
	r.Passing = make([]int, nodes)
	for i := range r.Of {
		route := &r.Of[i]
		route.Passing = make([]int, len(route.Path))
		for at := 1; at < len(route.Path)-1; at++ {
			route.Passing[at] = r.Passing[route.Path[at]]
			r.Passing[route.Path[at]]++
		}
	}
}

// scatterRoutes returns the routes of a scatter along the trees of one root, or of a gather if `back` is set.
// A scatter sends blocks for distant nodes first.
func (g *graph) scatterRoutes(f *Forest, back bool) *Routes {
	tree := g.assignBlocks(f)
	r := &Routes{}
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
			r.Steps = max(r.Steps, branch[i].endStep())
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
	r.numberPassing(g.nodes)
	return r
}

// assignBlocks returns the tree that carries the block of each node, or -1 for the root. It assigns blocks
// for distant nodes first. It limits the load of a link, in blocks per unit of capacity, to the smallest
// value for which every block gets a tree.
func (g *graph) assignBlocks(f *Forest) []int {
	tree := slices.Repeat([]int{-1}, g.nodes)
	order := f.nodesFarFirst()
	for d := (blockAssignment{graph: g, forest: f, maxLoad: 1}); ; d.maxLoad++ {
		d.loads = make([]int, len(g.arcs))
		dealt := 0
		for _, v := range order {
			if tree[v] = d.fittingTree(v); tree[v] < 0 {
				break
			}
			for _, a := range g.arcsAlong(f.Trees[tree[v]].path(v)) {
				d.loads[a]++
			}
			dealt++
		}
		if dealt == len(order) {
			return tree
		}
	}
}

// A blockAssignment is the state of assigning blocks to trees. An arc may carry maxLoad blocks per unit of
// capacity.
type blockAssignment struct {
	*graph
	forest  *Forest
	maxLoad int
	loads   []int // indexed by arc: number of blocks so far
}

// fittingTree returns a tree that can carry one more block to v. If there are several, it returns the one in
// which v has the smallest depth. If there is none, it returns -1.
func (d *blockAssignment) fittingTree(v int) (best int) {
	best = -1
	for i, t := range d.forest.Trees {
		if best >= 0 && t.Depth[v] >= d.forest.Trees[best].Depth[v] {
			continue
		}
		fits := true
		for _, a := range d.arcsAlong(t.path(v)) {
			fits = fits && d.loads[a] < d.maxLoad*d.arcs[a].capacity
		}
		if fits {
			best = i
		}
	}
	return best
}

func (g *graph) arcsAlong(path []int) (arcs []int) {
	for i, from := range path[:len(path)-1] {
		for _, h := range g.hopsFrom[from] {
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
