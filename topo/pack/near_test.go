package pack

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/topo"
)

// checkNear checks that the trees span the network. It also checks that the links carry the trees in the time
// of the worst cut plus Excess, and that Excess does not exceed `most`.
func checkNear(t *testing.T, n topo.Network, f *Forest, back bool, time, most float64) {
	t.Helper()
	checkSpans(t, n, f, back, 1<<30)
	loads := make([]float64, n.Links())
	for _, tree := range f.Trees {
		for v, parent := range tree.Parent {
			if parent < 0 {
				continue
			}
			from, to := parent, v
			if back {
				from, to = to, from
			}
			for _, link := range n.Route(nil, from, to) {
				loads[link] += float64(tree.Share) / float64(f.Shares) / float64(topo.Capacity(n, link))
			}
		}
	}
	for link, load := range loads {
		assert.LessOrEqual(t, load, time*(1+f.Excess)*(1+1e-9), "link %d", link)
	}
	assert.LessOrEqual(t, f.Excess, most)
}

// On random networks, trees chosen by load take at most 1.2 times the worst cut's transfer time, and Excess
// is the difference. The test computes the worst cut by a search through all cuts and by gonum's flows.
func TestTreesNearTheCut(t *testing.T) {
	exact, all := 0, 0
	for name, draw := range map[string]func(*rand.Rand) *listed{"one-way links": randomLinks,
		"switches": randomTree} {
		for seed := range uint64(40) {
			n := draw(rand.New(rand.NewPCG(seed, 7)))
			for _, back := range []bool{false, true} {
				g, root := graphOf(n, back), int(seed)%n.nodes
				worst, one := worstCutByTrial(n, back).time(), 1/float64(smallestCut(n, root, back))
				for _, f := range []*Forest{g.packNear(topo.Integers(n.nodes), worst, max(2, nearTrees/n.nodes)),
					g.packNear([]int{root}, one, nearTrees)} {
					time := worst
					if f.Trees[0].Root == f.Trees[len(f.Trees)-1].Root && n.nodes > 1 {
						time = one
					}
					checkNear(t, n, f, back, time, 0.2)
					all++
					if f.Excess == 0 {
						exact++
					}
				}
				if t.Failed() {
					t.Fatalf("%s, seed %d, %v", name, seed, n)
				}
			}
		}
	}
	assert.Greater(t, exact, all*9/10)
}

// If every host has links to two switches, two hosts on the same two switches use only one of them for their
// messages to each other. No exact packing is then found, and the trees are near the worst cut.
func TestHostsOnTwoSwitches(t *testing.T) {
	for _, switches := range []int{3, 4, 6} {
		var links strings.Builder
		for host := range 12 {
			fmt.Fprintf(&links, "h%d s%d\nh%d s%d\n", host, host%switches, host, (host+1)%switches)
		}
		n, err := topo.ReadNetwork("links", strings.NewReader(links.String()))
		require.NoError(t, err)
		packed := Into(n)
		for _, back := range []bool{false, true} {
			one, all := packed.From(5), packed.FromAll()
			if back {
				one, all = packed.To(5), packed.ToAll()
			}
			checkNear(t, n, one, back, 1.0/2, 0.15)
			checkNear(t, n, all, back, graphOf(n, back).worstCut().time(), 0.15)
		}
	}
}

// Trees on a network of more than 64 nodes without symmetry are near the worst cut. Every node has 4 random
// links.
func TestTreesOfManyNodes(t *testing.T) {
	n := randomRegular(t, 70)
	packed := Into(n)
	checkNear(t, n, packed.FromAll(), false, graphOf(n, false).worstCut().time(), 0.05)
	checkNear(t, n, packed.ToAll(), true, graphOf(n, true).worstCut().time(), 0.05)
	checkSpans(t, n, packed.From(3), false, 1)
}

// randomRegular returns a random network of nodes with 4 links each.
func randomRegular(t *testing.T, nodes int) topo.Network {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 3))
		var list strings.Builder
		for range 2 {
			walk := r.Perm(nodes)
			for i, v := range walk {
				fmt.Fprintf(&list, "h%d h%d\n", v, walk[(i+1)%nodes])
			}
		}
		// ReadNetwork returns an error if a cable occurs twice.
		if n, err := topo.ReadNetwork("random", strings.NewReader(list.String())); err == nil {
			return n
		}
	}
	require.Fail(t, "no such network")
	return nil
}
