package pack

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/topo"
)

// The bounds equal values computed by hand, in units of the time of a block on a link. A node of a 4x4 torus
// has 4 links. The bisection has 8 links for 64 blocks.
func TestBounds(t *testing.T) {
	placed := func(network string, on ...int) topo.Network {
		fabric, err := topo.ParseFabric(network)
		require.NoError(t, err)
		if on == nil {
			return fabric.Network
		}
		n, err := topo.NewPlaced(fabric.Network, on)
		require.NoError(t, err)
		return n
	}
	for name, c := range map[string]struct {
		network topo.Network
		want    Bounds
	}{
		"ring":  {placed("ring:8"), Bounds{.5, .5, 7. / 2, 7. / 2, .5, 7. / 2, 7. / 2, 8}},
		"torus": {placed("torus:4x4"), Bounds{.25, .25, 15. / 4, 15. / 4, .25, 15. / 4, 15. / 4, 8}},
		"star":  {placed("star:8"), Bounds{1, 1, 7, 7, 1, 7, 7, 7}},
		"one node with a slow link, the best root is another one": {
			&listed{3, []arc{{0, 1, 2}, {1, 0, 2}, {1, 2, 1}, {2, 1, 1}}},
			Bounds{1, 1, 2, 2, 1, 1, 1, 2}},
		"a leaf of a fat tree has 4 hosts and 2 links to the others": {placed("fattree:4x4x2"),
			Bounds{1, 1, 15, 15, 1, 15, 15, 24}},
		"4 ranks on each of 4 hosts": {placed("star:4", 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3),
			Bounds{1, 1, 12, 12, 1, 12, 12, 48}},
	} {
		assert.InDeltaSlice(t, values(c.want), values(Into(c.network).Bounds()), 1e-9, name)
	}
}

func values(b Bounds) []float64 {
	return []float64{b.Bcast, b.Reduce, b.Allgather, b.ReduceScatter, b.Allreduce, b.Scatter, b.Gather,
		b.Alltoall}
}

// The bound of a scatter equals the result of a search through all cuts.
func TestScatterBoundOfAllCuts(t *testing.T) {
	for seed := range uint64(200) {
		n := randomLinks(rand.New(rand.NewPCG(seed, 2)))
		best := math.Inf(1)
		for root := range n.nodes {
			worst := 0.0
			// The sets contain the root. The set of all nodes is excluded.
			for set := uint(0); set < 1<<n.nodes; set++ {
				outside, links := 0, 0
				for v := range n.nodes {
					if set>>v&1 == 0 {
						outside++
					}
				}
				for _, a := range n.links {
					if set>>a.from&1 == 1 && set>>a.to&1 == 0 {
						links += a.capacity
					}
				}
				if set>>root&1 == 1 && outside > 0 {
					worst = max(worst, float64(outside)/float64(links))
				}
			}
			best = min(best, worst)
		}
		assert.InDelta(t, best, Into(n).Bounds().Scatter, 1e-9, "seed %d, %v", seed, n)
	}
}
