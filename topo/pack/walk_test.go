package pack

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/topo"
)

func networkOf(t *testing.T, text string) topo.Network {
	spec, err := topo.ParseSpec(text)
	require.NoError(t, err)
	return spec.Network
}

// If every host has one link, the trees take as long as the link of one host needs, for every root and in
// both directions. This is one unit for the block of one root, and one unit per other host for the blocks of
// all roots.
func TestTreesOfHostsWithOneLink(t *testing.T) {
	// The key is the text form of a network, and the value is the depth of the trees of one root. The depth is
	// 2 log p, half the number of nodes, or the number of nodes if they form a chain.
	for text, depth := range map[string]int{
		"fattree:4x8x4": 10, "star:65": 14, "fattree:16x8x8": 14, "dragonfly:9,4,2": 14,
		"fattree:4x8x2": 16, "fattree:5x4x3": 19, "fattree:4x4x4x4x4": 32, "fattree:4x4x2x4x2": 32,
		"fattree:1x17x1":  16,
		"dragonfly:5,2,3": 29, "dragonfly:4,3,2": 23, "tree:32": 31,
	} {
		n := networkOf(t, text)
		p := n.Nodes()
		for _, back := range []bool{false, true} {
			d := newDirectedPacking(n, back)
			all := d.walkTreesOfAll()
			require.NotNil(t, all, text)
			assert.Equal(t, 1, all.Shares)
			checkSpans(t, n, all, back, p-1)
			for _, root := range []int{0, 1, p / 2, p - 1} {
				one := d.walkTreesOf(root)
				require.NotNil(t, one, text)
				assert.LessOrEqual(t, one.Depth, depth, "%s from %d", text, root)
				checkSpans(t, n, one, back, one.Shares)
				sends := make([]int, p)
				for _, tree := range one.Trees {
					for v, children := range tree.Children {
						sends[v] += len(children)
						assert.True(t, v == root || len(one.Trees) == 1 || len(children) <= 2)
					}
				}
				for v := range p {
					assert.LessOrEqual(t, sends[v], one.Shares, "%s from %d: host %d", text, root, v)
				}
			}
		}
	}
}

// On random trees of switches, the trees along a walk are used only if they take as long as the worst cut.
// The flows of the general construction compute the worst cut.
func TestWalksReachTheCut(t *testing.T) {
	taken := 0
	for seed := range uint64(200) {
		n := randomTree(rand.New(rand.NewPCG(seed, 5)))
		for _, back := range []bool{false, true} {
			d, g, at := newDirectedPacking(n, back), graphOf(n, back),
				fmt.Sprintf("seed %d, %v", seed, n)
			if all := d.walkTreesOfAll(); all != nil {
				worst := g.worstCut()
				taken++
				checkSpans(t, n, all, back, (worst.nodes+worst.links-1)/worst.links)
				assert.InDelta(t, worst.time(), nodeCapacitiesOf(n, back).leastTimeOfAll().time(), 1e-9, at)
			}
			if one := d.walkTreesOf(0); one != nil {
				assert.InDelta(t, 1/float64(g.minCut(0)), nodeCapacitiesOf(n, back).leastTimeOf(0).time(), 1e-9, at)
			}
		}
		if t.Failed() {
			return
		}
	}
	assert.Greater(t, taken, 50)
}

// For every small number of nodes, twinTrees returns two spanning trees. Every node is an inner node of at
// most one of them.
func TestTwins(t *testing.T) {
	for p := 2; p < 36; p++ {
		for length := 2; length <= 64; length *= 2 {
			for root := range min(3, p) {
				walk := append(topo.Integers(p)[:root:root], topo.Integers(p)[root+1:]...)
				f := newForest(2, twinTrees(root, walk, length), nil)
				checkSpans(t, topo.NewStar(p), f, false, 2)
				for v := range p {
					if v != root {
						assert.True(t, f.Trees[0].Leaf(v) || f.Trees[1].Leaf(v), "p = %d, length %d: node %d",
							p, length, v)
					}
				}
			}
		}
	}
}

// Trees do not follow a walk on which messages pass through other nodes, for example a walk from the middle
// of a line. They follow a walk over adjacent nodes.
func TestWalksHaveNoNodesBetween(t *testing.T) {
	for _, back := range []bool{false, true} {
		line := newDirectedPacking(topo.NewOpenMesh(topo.Mesh{20}), back)
		assert.Nil(t, line.walkTreesOf(10))
		assert.Nil(t, line.walkTreesOfAll())
		assert.Equal(t, 10, line.treesOfLocked(10).Depth)
		if end := line.walkTreesOf(0); assert.NotNil(t, end) {
			assert.Equal(t, 19, end.Depth)
		}
		assert.False(t, line.routesAreDirect())
		hosts := newDirectedPacking(networkOf(t, "tree:32"), back)
		assert.True(t, hosts.routesAreDirect())
	}
}
