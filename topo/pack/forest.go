package pack

// A Forest is spanning trees of a network that its links can carry at the same time.
type Forest struct {
	// Shares is the number of shares into which the block of every root is cut. The trees of one root have them all.
	Shares int
	// Trees is the trees, those of one root one after the other.
	Trees []Tree
	// Depth is the depth of the deepest tree.
	Depth int
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

// forest makes the trees of complete batches.
func forest(nodes, shares int, batches []*batch) *Forest {
	f := &Forest{Shares: shares}
	for root := range nodes {
		first := 0
		for _, b := range batches {
			if b.root != root {
				continue
			}
			t := Tree{Root: root, First: first, Share: b.shares, Parent: b.parent, Depth: b.depth, Children: make([][]int, nodes), shares: shares}
			first += b.shares
			for v, parent := range t.Parent {
				if parent >= 0 {
					t.Children[parent] = append(t.Children[parent], v)
				}
				f.Depth = max(f.Depth, t.Depth[v])
			}
			f.Trees = append(f.Trees, t)
		}
	}
	return f
}
