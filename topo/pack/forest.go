package pack

import (
	"cmp"
	"slices"
)

// A Forest is spanning trees of a network that its links can carry at the same time.
type Forest struct {
	// Shares is the number of shares into which the block of every root is cut. The trees of one root have them all.
	Shares int
	// Excess is by how much longer than the worst cut of the network the trees take, as a part of that; 0 but on large networks without
	// symmetry.
	Excess float64
	// Trees is the trees, those of one root one after the other. If Shifts is set, they are those of the root at place 0, with places
	// for nodes, and every other root has them shifted to it.
	Trees  []Tree
	Shifts *Shifts
	// Depth is the depth of the deepest tree.
	Depth int
	// In and Out are, by node and step, the links of the trees that lead to the node and those that lead from it, unless Shifts
	// is set. LinkIn and LinkOut are for both.
	In, Out [][][]Link
	arcs    [][]treeArc // by step, if Shifts is set
}

// LinksIn returns how many links of the trees lead to a node in a step, and LinkIn gives them: in step s they lead from depth s to depth
// s+1. Those come first beyond which most of a tree lies.
func (f *Forest) LinksIn(node, step int) int {
	if f.Shifts == nil {
		return len(f.In[node][step])
	}
	return len(f.arcs[step])
}

// LinkIn returns the i-th of them.
func (f *Forest) LinkIn(node, step, i int) Link {
	if f.Shifts == nil {
		return f.In[node][step][i]
	}
	return f.shiftedIn(node, step, i)
}

// LinksOut returns how many lead from a node, and LinkOut gives them.
func (f *Forest) LinksOut(node, step int) int {
	if f.Shifts == nil {
		return len(f.Out[node][step])
	}
	return len(f.arcs[step])
}

// LinkOut returns the i-th of them.
func (f *Forest) LinkOut(node, step, i int) Link {
	if f.Shifts == nil {
		return f.Out[node][step][i]
	}
	return f.shiftedOut(node, step, i)
}

// Root returns the root of the tree of a link.
func (f *Forest) Root(l Link) int {
	if f.Shifts == nil {
		return f.Trees[l.Tree].Root
	}
	return l.Tree / len(f.Trees)
}

// Part returns where the part of a block of n words begins and ends that goes over a link.
func (f *Forest) Part(l Link, n int) (begin, end int) {
	return f.Trees[l.Tree%len(f.Trees)].Part(n)
}

// A Link is a link of a tree at one of its ends.
type Link struct {
	Tree int  // index; with Shifts, root r has trees r·len(Trees) and the following
	Peer int  // the node at the other end
	Last bool // in Out: the last link of its tree here
	Leaf bool // in In: no link of its tree leads from here
}

// A Tree is one of the trees. Along it goes a part of the block of its root, away from the root or towards it.
type Tree struct {
	Root         int
	First, Share int     // the part: Share shares, after First shares of other trees
	Parent       []int   // by node; -1 for the root
	Depth        []int   // by node: links from the root
	Children     [][]int // by node
	shares       int     // of the forest
}

// Part returns where the tree's part of a block of n words begins and ends.
func (t *Tree) Part(n int) (begin, end int) {
	return n * t.First / t.shares, n * (t.First + t.Share) / t.shares
}

// Leaf reports whether no link of the tree leads from a node.
func (t *Tree) Leaf(node int) bool { return len(t.Children[node]) == 0 }

// forest makes the trees of complete batches.
func forest(nodes, shares int, batches []*batch) *Forest {
	f := &Forest{Shares: shares}
	for root := range nodes {
		first := 0
		for _, b := range batches {
			if b.root != root {
				continue
			}
			t := Tree{Root: root, First: first, Share: b.shares, Parent: b.parent, Depth: b.depth, shares: shares}
			first += b.shares
			f.Depth = max(f.Depth, t.complete())
			f.Trees = append(f.Trees, t)
		}
	}
	f.order(nodes)
	return f
}

// complete fills in Children, and returns the depth.
func (t *Tree) complete() (depth int) {
	t.Children = make([][]int, len(t.Parent))
	for v, parent := range t.Parent {
		if parent >= 0 {
			t.Children[parent] = append(t.Children[parent], v)
		}
		depth = max(depth, t.Depth[v])
	}
	return depth
}

// order fills in In and Out.
func (f *Forest) order(nodes int) {
	f.In, f.Out = make([][][]Link, nodes), make([][][]Link, nodes)
	for v := range nodes {
		f.In[v], f.Out[v] = make([][]Link, f.Depth), make([][]Link, f.Depth)
	}
	type beyond struct{ height, tree, node int }
	var all []beyond
	for i := range f.Trees {
		for v, height := range f.Trees[i].heights() {
			if v != f.Trees[i].Root {
				all = append(all, beyond{height, i, v})
			}
		}
	}
	slices.SortFunc(all, func(a, b beyond) int {
		return cmp.Or(b.height-a.height, a.tree-b.tree, a.node-b.node)
	})
	for _, b := range all { // the same order at both ends of a link
		parent, step := f.Trees[b.tree].Parent[b.node], f.Trees[b.tree].Depth[b.node]-1
		f.In[b.node][step] = append(f.In[b.node][step], Link{Tree: b.tree, Peer: parent, Leaf: f.Trees[b.tree].Leaf(b.node)})
		f.Out[parent][step] = append(f.Out[parent][step], Link{Tree: b.tree, Peer: b.node})
	}
	for v := range nodes {
		for _, links := range f.Out[v] {
			last := map[int]bool{}
			for i := len(links) - 1; i >= 0; i-- {
				links[i].Last = !last[links[i].Tree]
				last[links[i].Tree] = true
			}
		}
	}
}

// heights returns the links from every node to the farthest one beyond it.
func (t *Tree) heights() []int {
	height := make([]int, len(t.Parent))
	for v := range height {
		for at, h := v, 0; at >= 0; at, h = t.Parent[at], h+1 {
			height[at] = max(height[at], h)
		}
	}
	return height
}
