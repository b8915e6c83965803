package pack

import (
	"cmp"
	"slices"
)

// A Forest is a set of spanning trees that the links of a network can carry at the same time.
type Forest struct {
	// Shares is the number of shares into which the block of every root is divided. The trees of one root
	// together carry all shares of its block.
	Shares int
	// Excess is the relative amount by which the time of the trees exceeds the bound of the worst cut. It is 0
	// except on large networks without symmetry, and on networks where no exact packing is found.
	Excess float64
	// Trees lists the trees, grouped by root. If Shifts is set, Trees holds only the trees of the root at place
	// 0, and their nodes are numbered by place. Every other root has the same trees, shifted.
	Trees  []Tree
	Shifts *Shifts
	// Depth is the depth of the deepest tree.
	Depth int
	// In and Out list, by node and step, the tree links that lead to the node and from the node. They are nil
	// if Shifts is set. LinkIn and LinkOut work in both cases.
	In, Out  [][][]Link
	stepArcs [][]treeArc // result of arcsByStep; only if Shifts is set
}

// LinksIn returns the number of tree links that lead to a node in a step. LinkIn returns each of these links.
// In step s, the links lead from depth s to depth s+1. Links to deeper subtrees come first.
func (f *Forest) LinksIn(node, step int) int {
	if f.Shifts == nil {
		return len(f.In[node][step])
	}
	return len(f.stepArcs[step])
}

// LinkIn returns the i-th tree link that leads to a node in a step, 0 <= i < LinksIn.
func (f *Forest) LinkIn(node, step, i int) Link {
	if f.Shifts == nil {
		return f.In[node][step][i]
	}
	return f.shiftedLinkIn(node, step, i)
}

// LinksOut returns the number of tree links that lead from a node in a step. LinkOut returns each of these
// links.
func (f *Forest) LinksOut(node, step int) int {
	if f.Shifts == nil {
		return len(f.Out[node][step])
	}
	return len(f.stepArcs[step])
}

// LinkOut returns the i-th tree link that leads from a node in a step, 0 <= i < LinksOut.
func (f *Forest) LinkOut(node, step, i int) Link {
	if f.Shifts == nil {
		return f.Out[node][step][i]
	}
	return f.shiftedLinkOut(node, step, i)
}

// Root returns the root of the tree that a link belongs to.
func (f *Forest) Root(l Link) int {
	if f.Shifts == nil {
		return f.Trees[l.Tree].Root
	}
	return l.Tree / len(f.Trees)
}

// Part returns the range of a block of n words that a link carries.
func (f *Forest) Part(l Link, n int) (begin, end int) {
	t := &f.Trees[l.Tree%len(f.Trees)]
	return n * t.First / f.Shares, n * (t.First + t.Share) / f.Shares
}

// nodesFarFirst returns all nodes except the root, sorted by decreasing depth. Here, the depth of a node is
// its smallest depth in any tree.
func (f *Forest) nodesFarFirst() (order []int) {
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

// A Link is a link of a tree, as seen from the node at one end of it.
type Link struct {
	Tree int  // index of the tree; with Shifts, the trees of root r begin at r·len(Trees)
	Peer int  // the node at the other end
	Last bool // for a link from a node: it is the node's last link in this tree
	Leaf bool // for a link to a node: the node is a leaf of the tree
}

// A Tree is a spanning tree that carries a part of its root's block, either away from the root or towards it.
type Tree struct {
	Root         int
	First, Share int     // the tree carries Share shares of the block, from share number First
	Parent       []int   // indexed by node; -1 for the root
	Depth        []int   // indexed by node: number of links from the root
	Children     [][]int // indexed by node
}

// Leaf reports whether a node is a leaf of the tree.
func (t *Tree) Leaf(node int) bool { return len(t.Children[node]) == 0 }

// newForest returns a forest with the given trees, which must span the network. It sets all fields of the
// trees except Root, Share and Parent. If shifts is not nil, the roots of all trees are at place 0.
func newForest(shares int, trees []Tree, shifts *Shifts) *Forest {
	slices.SortStableFunc(trees, func(a, b Tree) int { return a.Root - b.Root })
	f := &Forest{Shares: shares, Trees: trees, Shifts: shifts}
	for i := range trees {
		t := &trees[i]
		t.First, t.Depth = 0, depths(t.Parent)
		if i > 0 && trees[i-1].Root == t.Root {
			t.First = trees[i-1].First + trees[i-1].Share
		}
		f.Depth = max(f.Depth, slices.Max(t.Depth))
		t.Children = make([][]int, len(t.Parent))
		for v, parent := range t.Parent {
			if parent >= 0 {
				t.Children[parent] = append(t.Children[parent], v)
			}
		}
	}
	arcs := f.arcsByStep()
	if shifts != nil {
		f.stepArcs = arcs
		return f
	}
	nodes := len(trees[0].Parent)
	f.In, f.Out = make([][][]Link, nodes), make([][][]Link, nodes)
	for v := range nodes {
		f.In[v], f.Out[v] = make([][]Link, f.Depth), make([][]Link, f.Depth)
	}
	for step, list := range arcs {
		for _, a := range list {
			f.In[a.to][step] = append(f.In[a.to][step], Link{Tree: a.tree, Peer: a.from, Leaf: a.leaf})
			f.Out[a.from][step] = append(f.Out[a.from][step], Link{Tree: a.tree, Peer: a.to, Last: a.last})
		}
	}
	return f
}

// depths returns the depth of every node of a tree.
func depths(parent []int) []int {
	depth := slices.Repeat([]int{-1}, len(parent))
	var path []int
	for v := range parent {
		path = path[:0]
		at := v
		for ; depth[at] < 0 && parent[at] >= 0; at = parent[at] {
			path = append(path, at)
		}
		depth[at] = max(0, depth[at])
		for _, w := range slices.Backward(path) {
			depth[w] = depth[parent[w]] + 1
		}
	}
	return depth
}

// A treeArc is a link of a tree. `height` is the number of links from the node `to` to the deepest node below
// it. For `last` and `leaf`, see Link.
type treeArc struct {
	tree, from, to, height int
	last, leaf             bool
}

// arcsByStep returns the links of all trees by step, links to deeper subtrees first.
func (f *Forest) arcsByStep() [][]treeArc {
	steps := make([][]treeArc, f.Depth)
	for i := range f.Trees {
		t := &f.Trees[i]
		for v, height := range t.heights() {
			if v != t.Root {
				step := t.Depth[v] - 1
				steps[step] = append(steps[step],
					treeArc{tree: i, from: t.Parent[v], to: v, height: height, leaf: t.Leaf(v)})
			}
		}
	}
	for _, arcs := range steps {
		slices.SortFunc(arcs,
			func(a, b treeArc) int { return cmp.Or(b.height-a.height, a.tree-b.tree, a.to-b.to) })
		seen := map[[2]int]bool{} // keyed by tree and starting node
		for i := range slices.Backward(arcs) {
			at := [2]int{arcs[i].tree, arcs[i].from}
			arcs[i].last = !seen[at]
			seen[at] = true
		}
	}
	return steps
}

// heights returns, for every node, the number of links to the deepest node below it.
func (t *Tree) heights() []int {
	height := make([]int, len(t.Parent))
	for v := range height {
		for at, h := v, 0; at >= 0; at, h = t.Parent[at], h+1 {
			height[at] = max(height[at], h)
		}
	}
	return height
}
