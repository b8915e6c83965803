package pack

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/topo"
)

// tori returns rings, tori with various extents, and hypercubes.
func tori() (list []topo.Network) {
	for _, extents := range []topo.Mesh{{2}, {3}, {8}, {1, 7}, {2, 2}, {2, 3}, {3, 2}, {3, 5}, {4, 4}, {2, 9},
		{6, 4}, {3, 3, 3}, {4, 3, 2}, {2, 2, 3},
		{2, 3, 2, 2}, {3, 2, 4}, {4, 3, 2, 2}} {
		list = append(list, topo.NewTorus(extents))
	}
	return append(list, topo.NewRing(5), topo.NewHypercube(2), topo.NewHypercube(8), topo.NewHypercube(16))
}

// diameter returns the length of the longest route of a network whose routes are shortest paths.
func diameter(n topo.Network) (most int) {
	for v := range n.Nodes() {
		most = max(most, len(n.Route(nil, 0, v)))
	}
	return most
}

// The trees from one root use every link on a route exactly once, except the links into the root. There are
// as many trees as links at the root.
func TestClosedTreesFromOne(t *testing.T) {
	for _, n := range tori() {
		closed, is := torusOf(n)
		require.True(t, is, "%v", n)
		degree := 0
		for _, c := range closed.links() {
			degree += c
		}
		for _, root := range []int{0, n.Nodes() / 3, n.Nodes() - 1} {
			f := closed.fromOne(root)
			require.Len(t, f.Trees, degree, "%v", n)
			used := map[[2]int]bool{}
			for _, tree := range f.Trees {
				for v, parent := range tree.Parent {
					if v == root {
						continue
					}
					if len(n.Route(nil, parent, v)) != 1 || used[[2]int{parent, v}] {
						t.Fatalf("%v, root %d: from %d to %d", n, root, parent, v)
					}
					used[[2]int{parent, v}] = true
				}
			}
			assert.Len(t, used, degree*(n.Nodes()-1), "%v", n)
			checkSpans(t, n, f, false, 1)
		}
	}
}

// The trees of all roots, each shifted to its root, load all links equally. The load is p-1 blocks divided by
// the number of links of a node. The depth of the trees is the diameter. The same holds for nodes in random
// order.
func TestClosedTreesFromAll(t *testing.T) {
	for _, n := range tori() {
		p := n.Nodes()
		placed, err := topo.NewPlaced(n, rand.New(rand.NewPCG(1, uint64(p))).Perm(p))
		require.NoError(t, err)
		for _, n := range []topo.Network{n, placed} {
			closed, is := torusOf(n)
			require.True(t, is, "%v", n)
			f := closed.fromAll()
			assert.Equal(t, diameter(n), f.Depth, "%v", n)
			degree := 0
			for _, c := range closed.links() {
				degree += c
			}
			require.Zero(t, f.Shares*(p-1)%degree, "%v", n)
			checkSpans(t, n, f, false, f.Shares*(p-1)/degree)
			assert.LessOrEqual(t, len(f.Trees), 2*len(closed.extents), "%v", n)
		}
	}
}

// LinkIn at one end of a link and LinkOut at the other end return the link in the same order, among the links
// between these two nodes. Last and Leaf agree with the tree, shifted to its root.
func TestLinksAtBothEnds(t *testing.T) {
	for _, n := range tori() {
		closed, _ := torusOf(n)
		f := closed.fromAll()
		trees := treesOf(f)
		links := 0
		for step := range f.Depth {
			sent := map[[2]int][]int{}
			for v := range n.Nodes() {
				last := map[int]bool{} // trees whose last link from v was found
				for i := range f.LinksOut(v, step) {
					l := f.LinkOut(v, step, i)
					sent[[2]int{v, l.Peer}] = append(sent[[2]int{v, l.Peer}], l.Tree)
					require.Equal(t, v, trees[l.Tree].Parent[l.Peer], "%v, step %d", n, step)
					require.False(t, last[l.Tree], "%v, step %d: a link of tree %d after the last one", n,
						step, l.Tree)
					last[l.Tree] = l.Last
				}
				for tree, ended := range last {
					require.True(t, ended, "%v, step %d: tree %d has no last link from %d", n, step, tree, v)
				}
			}
			for v := range n.Nodes() {
				from := map[int][]int{}
				for i := range f.LinksIn(v, step) {
					l := f.LinkIn(v, step, i)
					from[l.Peer] = append(from[l.Peer], l.Tree)
					require.Equal(t, !slices.Contains(trees[l.Tree].Parent, v), l.Leaf,
						"%v, step %d: tree %d at %d", n, step, l.Tree, v)
					links++
				}
				for peer, trees := range from {
					require.Equal(t, sent[[2]int{peer, v}], trees, "%v, step %d, %d to %d", n, step, peer, v)
				}
			}
		}
		assert.Equal(t, len(f.Trees)*n.Nodes()*(n.Nodes()-1), links, "%v", n)
	}
}
