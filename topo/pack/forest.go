package pack

import (
	"cmp"
	"slices"
)

// A Forest is a set of spanning trees that the links of a network can carry at the same time.
type Forest struct {
	// Shares is the number of shares into which the block of every root is divided. Together, the trees of one
	// root carry all shares.
	Shares int
	// Excess is the relative amount by which the time of the trees exceeds the bound of the worst cut. It is 0
	// except on large networks without symmetry.
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
	stepArcs [][]treeArc // indexed by step; only if Shifts is set
}

// LinksIn returns the number of tree links that lead to a node in a step; LinkIn returns each of them. In
// step s they lead from depth s to depth s+1. Links to deeper subtrees come first.
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

// LinksOut returns the number of tree links that lead from a node in a step; LinkOut returns each of them.
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
	return f.Trees[l.Tree%len(f.Trees)].Part(n)
}

// A Link is a link of a tree, as seen from the node at one end of it.
type Link struct {
	Tree int  // index of the tree; with Shifts, the trees of root r begin at r·len(Trees)
	Peer int  // the node at the other end
	Last bool // for a link from a node: it is the node's last link in this tree
	Leaf bool // for a link to a node: the node is a leaf of the tree
}

// A Tree carries a part of its root's block, away from the root or towards it.
type Tree struct {
	Root         int
	First, Share int     // the tree carries Share shares of the block, from share number First
	Parent       []int   // indexed by node; -1 for the root
	Depth        []int   // indexed by node: number of links from the root
	Children     [][]int // indexed by node
	shares       int     // copy of Forest.Shares
}

// Part returns the range of a block of n words that the tree carries.
func (t *Tree) Part(n int) (begin, end int) {
	return n * t.First / t.shares, n * (t.First + t.Share) / t.shares
}

// Leaf reports whether a node is a leaf of the tree.
func (t *Tree) Leaf(node int) bool { return len(t.Children[node]) == 0 }

// newForest returns a forest with the given trees, all of which must span the network.
func newForest(nodes, shares int, batches []*treeBatch) *Forest {
	f := &Forest{Shares: shares}
	for root := range nodes {
		first := 0
		for _, b := range batches {
			if b.root != root {
				continue
			}
			t := Tree{Root: root, First: first, Share: b.shares, Parent: b.parent, Depth: b.depth,
				shares: shares}
			first += b.shares
			f.Depth = max(f.Depth, t.setChildren())
			f.Trees = append(f.Trees, t)
		}
	}
	f.setLinks(nodes)
	return f
}

// setChildren sets Children from Parent, and returns the depth of the tree.
func (t *Tree) setChildren() (depth int) {
	t.Children = make([][]int, len(t.Parent))
	for v, parent := range t.Parent {
		if parent >= 0 {
			t.Children[parent] = append(t.Children[parent], v)
		}
		depth = max(depth, t.Depth[v])
	}
	return depth
}

// setLinks sets In and Out from the trees. Both nodes of a link list it in the same order.
func (f *Forest) setLinks(nodes int) {
	f.In, f.Out = make([][][]Link, nodes), make([][][]Link, nodes)
	for v := range nodes {
		f.In[v], f.Out[v] = make([][]Link, f.Depth), make([][]Link, f.Depth)
	}
	type treeNode struct{ height, tree, node int }
	var all []treeNode
	for i := range f.Trees {
		for v, height := range f.Trees[i].heights() {
			if v != f.Trees[i].Root {
				all = append(all, treeNode{height, i, v})
			}
		}
	}
	slices.SortFunc(all, func(a, b treeNode) int {
		return cmp.Or(b.height-a.height, a.tree-b.tree, a.node-b.node)
	})
	for _, b := range all {
		parent, step := f.Trees[b.tree].Parent[b.node], f.Trees[b.tree].Depth[b.node]-1
		f.In[b.node][step] =
			append(f.In[b.node][step], Link{Tree: b.tree, Peer: parent, Leaf: f.Trees[b.tree].Leaf(b.node)})
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
