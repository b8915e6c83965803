package pack

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/graph/network"
	"gonum.org/v1/gonum/graph/simple"

	"topocoll/topo"
)

// smallestCut computes with gonum's flows the number of trees from root, or to root if `back` is set.
func smallestCut(n topo.Network, root int, back bool) int {
	g := simple.NewWeightedDirectedGraph(0, 0)
	for link := range n.Links() {
		from, to := n.Ends(int32(link))
		if back {
			from, to = to, from
		}
		g.SetWeightedEdge(
			simple.WeightedEdge{F: simple.Node(from), T: simple.Node(to),
				W: float64(topo.Capacity(n, int32(link)))})
	}
	least := -1
	for v := range n.Nodes() {
		if v == root {
			continue
		}
		if f := int(network.MaxFlowDinic(g, simple.Node(root), simple.Node(v), 1e-9)); least < 0 ||
			f < least {
			least = f
		}
	}
	return least
}

// worstCutByTrial finds the worst cut by trying all sets of places. It also counts links to places that no
// route visits.
func worstCutByTrial(n topo.Network, back bool) (worst cutRatio) {
	worst = cutRatio{0, 1}
	hosts := uint(1)<<n.Nodes() - 1
	for set := uint(1); set < 1<<topo.Places(n); set++ {
		if set&hosts == hosts {
			continue
		}
		r := cutRatio{nodes: bits.OnesCount(set & hosts)}
		for link := range n.Links() {
			from, to := n.Ends(int32(link))
			if back {
				from, to = to, from
			}
			if set>>from&1 == 1 && set>>to&1 == 0 {
				r.links += topo.Capacity(n, int32(link))
			}
		}
		if r.nodes*worst.links > worst.nodes*r.links {
			worst = r
		}
	}
	return worst
}

// checkSpans checks that trees span the network, that the trees of each root have all shares, and that no
// link carries more than scale times its capacity.
func checkSpans(t *testing.T, n topo.Network, f *Forest, back bool, scale int) {
	t.Helper()
	loads := make([]int, n.Links())
	shares := map[int]int{}
	for _, tree := range treesOf(f) {
		assert.Equal(t, shares[tree.Root], tree.First, "the parts follow each other")
		shares[tree.Root] += tree.Share
		for v, parent := range tree.Parent {
			if v == tree.Root {
				require.Equal(t, -1, parent)
				require.Equal(t, 0, tree.Depth[v])
				continue
			}
			if tree.Depth[parent]+1 != tree.Depth[v] || !slices.Contains(tree.Children[parent], v) {
				t.Fatalf("node %d of %v is not below %d", v, tree, parent)
			}
			from, to := parent, v
			if back {
				from, to = to, from
			}
			for _, link := range n.Route(nil, from, to) {
				loads[link] += tree.Share
			}
		}
	}
	for root, sum := range shares {
		assert.Equal(t, f.Shares, sum, "root %d", root)
	}
	for link, load := range loads {
		assert.LessOrEqual(t, load, scale*topo.Capacity(n, int32(link)), "link %d", link)
	}
}

// treesOf returns the trees of all roots.
func treesOf(f *Forest) (trees []Tree) {
	if f.Shifts == nil {
		return f.Trees
	}
	s := f.Shifts
	for root := range s.Extents.Size() {
		for _, of := range f.Trees {
			t := Tree{Root: s.nodeAt(root), First: of.First, Share: of.Share,
				Parent: make([]int, len(of.Parent)), Depth: make([]int, len(of.Parent)),
				Children: make([][]int, len(of.Parent))}
			for v, parent := range of.Parent {
				to := s.nodeAt(s.add(v, root))
				t.Parent[to], t.Depth[to] = -1, of.Depth[v]
				if parent >= 0 {
					t.Parent[to] = s.nodeAt(s.add(parent, root))
					t.Children[t.Parent[to]] = append(t.Children[t.Parent[to]], to)
				}
			}
			trees = append(trees, t)
		}
	}
	return trees
}

// On random networks, with and without switches, the number of trees is the maximum. The maximum for one root
// comes from gonum's flows, and the maximum for all roots from a search through all cuts.
func TestTreesAreAsManyAsCutsAllow(t *testing.T) {
	for name, draw := range map[string]func(*rand.Rand) *listed{"one-way links": randomLinks,
		"switches": randomTree} {
		for seed := range uint64(500) {
			n := draw(rand.New(rand.NewPCG(seed, 1)))
			packed, root := Into(n), int(seed)%n.nodes
			scale := 1
			if graphOf(n, false).switched {
				scale = n.nodes - 1
			}
			for _, back := range []bool{false, true} {
				one, all := packed.From(root), packed.FromAll()
				if back {
					one, all = packed.To(root), packed.ToAll()
				}
				worst := worstCutByTrial(n, back)
				require.Equal(t, scale*smallestCut(n, root, back), one.Shares, "%s, seed %d, %v", name, seed,
					n)
				require.Zero(t, all.Shares*worst.nodes%worst.links, "%s, seed %d, %v", name, seed, n)
				checkSpans(t, n, one, back, scale)
				checkSpans(t, n, all, back, all.Shares*worst.nodes/worst.links)
				if t.Failed() {
					t.Fatalf("%s, seed %d, %v", name, seed, n)
				}
			}
		}
	}
}

// On known networks every root has as many trees as links. A root with one link to a switch has one tree for
// each other node. The trees of all roots together use the links fully.
func TestTreesOfKnownNetworks(t *testing.T) {
	for name, want := range map[string]struct {
		trees, depth int // number and depth of the trees from one root
		shares       int // shares of each root in the trees of all roots
		capacity     int // the capacity of every link that the trees of all roots need
	}{
		"ring:8":      {2, 7, 2, 7},
		"torus:4x4":   {4, 7, 4, 15},
		"torus:3x5":   {4, 5, 2, 7},
		"torus:2x4":   {3, 4, 3, 7},
		"torus:3x3x3": {6, 10, 3, 13},
		"hypercube:8": {3, 4, 3, 7},
		"star:8":      {7, 2, 1, 7},
		"tree:8":      {7, 7, 1, 7},
	} {
		fabric, err := topo.ParseFabric(name)
		require.NoError(t, err)
		n := Into(fabric.Network)
		for root := range n.Nodes() {
			f := n.From(root)
			assert.Len(t, f.Trees, want.trees, name)
			assert.LessOrEqual(t, f.Depth, want.depth, "%s from %d", name, root)
			scale := 1
			if want.depth == 2 || name == "tree:8" {
				scale = n.Nodes() - 1
			}
			checkSpans(t, n, f, false, scale)
		}
		all := n.FromAll()
		require.Zero(t, all.Shares%want.shares, name)
		checkSpans(t, n, all, false, all.Shares/want.shares*want.capacity)
	}
}

// The closed form for one switch equals the result of the general construction.
func TestStar(t *testing.T) {
	for p := 2; p <= 9; p++ {
		n := topo.NewStar(p)
		g := graphOf(n, false)
		for root := range p {
			general, closed := g.fromOne(root), Into(n).From(root)
			assert.Equal(t, general.Shares, closed.Shares)
			assert.Equal(t, general.Depth, closed.Depth)
			checkSpans(t, n, closed, false, p-1)
		}
		general, closed := g.fromAll(), Into(n).FromAll()
		assert.Equal(t, general, closed)
		assert.ElementsMatch(t, g.scatterRoutes(g.fromOne(0), false).Of, Into(n).Scatter(0).Of)
		assert.ElementsMatch(t, graphOf(n, true).scatterRoutes(graphOf(n, true).fromOne(0), true).Of,
			Into(n).Gather(0).Of)
		assert.ElementsMatch(t, g.balanceRoutes().Of, Into(n).Between().Of)
	}
}

// If a host has several ranks, a block crosses the links between hosts once for each other host.
func TestRanksOnHosts(t *testing.T) {
	n, err := topo.NewPlaced(topo.NewStar(4), []int{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3})
	require.NoError(t, err)
	packed := Into(n)
	assert.Equal(t, cutRatio{12, 1}, graphOf(n, false).worstCut())
	checkSpans(t, n, packed.FromAll(), false, 12)
	checkSpans(t, n, packed.From(5), false, 3)
	assert.Len(t, packed.From(5).Trees, 3)
	checkSpans(t, n, packed.ToAll(), true, 12)
}

// On a crossbar, ranks have the same trees and routes as on a star, wherever they are placed.
func TestRanksOnACrossbar(t *testing.T) {
	for _, on := range [][]int{{3, 0, 2, 1}, {0, 1, 2}, {4, 2}, {0, 0, 1, 1, 3, 3}} {
		star, err := topo.NewPlaced(topo.NewStar(5), on)
		require.NoError(t, err)
		crossbar, err := topo.NewPlaced(topo.Crossbar{Size: 5}, on)
		require.NoError(t, err)
		want, got := Into(star), Into(crossbar)
		for root := range on {
			assert.Equal(t, want.From(root), got.From(root))
			assert.Equal(t, want.To(root), got.To(root))
			assert.Equal(t, want.Scatter(root), got.Scatter(root))
		}
		assert.Equal(t, want.FromAll(), got.FromAll())
		assert.Equal(t, want.Between(), got.Between())
	}
}

// detours has three nodes with links between them. A route to node 2 passes through the third node.
type detours struct{ listed }

func (d *detours) Route(path []int32, from, to int) []int32 {
	if to == 2 && from < 2 {
		return append(d.listed.Route(path, from, 1-from), d.listed.Route(nil, 1-from, 2)...)
	}
	return d.listed.Route(path, from, to)
}

// If the routes do not agree on a hop that leads to a node, blocks are sent directly.
func TestRoutesThatDoNotAgree(t *testing.T) {
	n := &detours{listed{3, []arc{{0, 1, 1}, {1, 0, 1}, {1, 2, 1}, {2, 1, 1}, {0, 2, 1}, {2, 0, 1}}}}
	packed := Into(n)
	assert.Equal(t, starForest(3, []int{0}), packed.From(0))
	assert.Equal(t, starForest(3, []int{0, 1, 2}), packed.ToAll())
	assert.Len(t, packed.Between().Of, 6)
	assert.Len(t, packed.Gather(1).Of, 2)
}
