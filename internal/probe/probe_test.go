package probe

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/topo"
)

func network(t *testing.T, text string) topo.Network {
	spec, err := topo.ParseSpec(text)
	require.NoError(t, err)
	return spec.Network
}

// measured returns simulated times of patterns on a network, with a noise of 3 %. If the forecast is not
// exact, acknowledgements may wait, and the time is up to 1.7 times as long.
func measured(n topo.Network, patterns []Pattern, seed uint64) []float64 {
	noise := rand.New(rand.NewPCG(seed, 2))
	times := make([]float64, len(patterns))
	for i, p := range patterns {
		prediction := p.ForecastOn(n)
		times[i] = 42 * prediction.Load * math.Exp(0.03*noise.NormFloat64())
		if !prediction.Exact {
			times[i] *= 1 + 0.7*noise.Float64()
		}
	}
	return times
}

// Rank finds every network among all networks of the same size. If it finds another network, that network has
// the same loads.
func TestNetworksAreFound(t *testing.T) {
	for _, text := range []string{"star:3", "star:4", "star:8", "ring:4", "ring:5", "ring:8", "ring:64",
		"torus:2x2", "torus:3x5", "torus:4x4", "torus:8x8", "torus:2x3x4", "mesh:3x5", "mesh:4x4",
		"hypercube:16", "tree:8", "fattree:4x4x2", "fattree:8x4x4", "dragonfly:4,2,2"} {
		truth := network(t, text)
		candidates := Candidates(truth.Nodes())
		patterns := Patterns(candidates, 24)
		for seed := range uint64(5) {
			fits := Rank(candidates, patterns, measured(truth, patterns, seed))
			names := []string{fits[0].Network.String()}
			for _, n := range fits[0].Same {
				names = append(names, n.String())
			}
			assert.Contains(t, names, text)
			assert.True(t, IsSure(fits), "%s: %+v", text, fits[:min(len(fits), 2)])
			assert.InDelta(t, 42, fits[0].Message, 3)
		}
	}
}

// The loads of patterns equal values counted by hand.
func TestLoad(t *testing.T) {
	ring, star := network(t, "ring:8"), network(t, "star:8")
	assert.Equal(t, 1.0, singleMessages(shiftReceivers(8, 1), 8).ForecastOn(ring).Load)
	assert.Equal(t, 3.0, singleMessages(shiftReceivers(8, 3), 8).ForecastOn(ring).Load)
	assert.Equal(t, 1.0, singleMessages(shiftReceivers(8, 3), 8).ForecastOn(star).Load)
	assert.Equal(t, 4.0, singleMessages(shiftReceivers(8, 4), 4).ForecastOn(network(t, "fattree:4x2x1")).Load)
	both := Pattern{{0, 1}, {0, 7}, {2, 1}, {2, 3}}
	assert.Equal(t, 1.0, both.ForecastOn(ring).Load)
	assert.Equal(t, 2.0, both.ForecastOn(star).Load)
}

// No two hosts of a pattern send to each other, and no host sends or receives more than two messages.
func TestPatterns(t *testing.T) {
	for hosts := 3; hosts < 20; hosts++ {
		for _, p := range candidatePatterns(hosts, rand.New(rand.NewPCG(1, 1))) {
			sent, received := map[int]int{}, map[int]int{}
			for _, m := range p {
				sent[m.From]++
				received[m.To]++
				assert.NotContains(t, p, Message{From: m.To, To: m.From})
				assert.NotEqual(t, m.From, m.To)
				assert.LessOrEqual(t, max(sent[m.From], received[m.To]), 2)
			}
		}
	}
}

// At most 2 of 100 random networks are mistaken for another network with a different forecast for some
// pattern. The selected patterns do not distinguish these networks.
func TestOtherNetworks(t *testing.T) {
	numbers := rand.New(rand.NewPCG(9, 9))
	wrong := 0
	for i := range 100 {
		hosts := 4 + numbers.IntN(10)
		other := randomNetwork(t, hosts, numbers.IntN(4), numbers)
		candidates := Candidates(hosts)
		patterns := Patterns(candidates, 24)
		fits := Rank(candidates, patterns, measured(other, patterns, uint64(i)))
		if !IsSure(fits) {
			continue
		}
		for _, p := range candidatePatterns(hosts, numbers) {
			if p.ForecastOn(other) != p.ForecastOn(fits[0].Network) {
				wrong++
				break
			}
		}
	}
	assert.LessOrEqual(t, wrong, 2)
}

// randomNetwork returns a connected network of hosts and switches.
func randomNetwork(t *testing.T, hosts, switches int, numbers *rand.Rand) topo.Network {
	var cables []string
	seen := map[[2]int]bool{}
	add := func(a, b int) {
		if pair := [2]int{min(a, b), max(a, b)}; a != b && !seen[pair] {
			seen[pair] = true
			cables = append(cables, topo.PlaceName(a, hosts)+"-"+topo.PlaceName(b, hosts))
		}
	}
	for place := 1; place < hosts+switches; place++ {
		add(numbers.IntN(place), place)
	}
	for range numbers.IntN(2 * hosts) {
		add(numbers.IntN(hosts+switches), numbers.IntN(hosts+switches))
	}
	return network(t, "links:"+strings.Join(cables, ","))
}

// No network is reported if the hosts are in another order than in the network.
func TestOtherOrder(t *testing.T) {
	torus := network(t, "torus:4x4")
	placed, err := topo.NewPlaced(torus, rand.New(rand.NewPCG(3, 3)).Perm(16))
	require.NoError(t, err)
	candidates := Candidates(16)
	patterns := Patterns(candidates, 24)
	assert.False(t, IsSure(Rank(candidates, patterns, measured(placed, patterns, 1))))
}

func TestCandidates(t *testing.T) {
	var names []string
	for _, n := range Candidates(8) {
		names = append(names, n.String())
	}
	assert.Equal(t, []string{"star:8", "ring:8", "hypercube:8", "torus:2x4", "torus:4x2", "torus:2x2x2",
		"mesh:2x4", "mesh:4x2", "mesh:2x2x2", "mesh:8", "tree:8", "fattree:2x4x1",
		"fattree:2x4x2", "fattree:4x2x1", "fattree:4x2x2", "fattree:4x2x4",
		"dragonfly:2,2,2", "dragonfly:2,4,1", "dragonfly:4,2,1"}, names)
	assert.Empty(t, factors(7, 2))
}
