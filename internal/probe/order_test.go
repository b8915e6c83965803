package probe

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/topo"
)

// maxMinTimes returns the arrival times of the messages of a pattern on a network whose links share their
// capacity fairly. A message that is alone arrives at time 1.
func maxMinTimes(n topo.Network, p Pattern) []float64 {
	rest, times := slices.Repeat([]float64{1}, len(p)), make([]float64, len(p))
	for now := 0.0; slices.Max(rest) > 0; {
		rates, step := maxMinRates(n, p, rest), math.Inf(1)
		for i, rate := range rates {
			if rest[i] > 0 {
				step = min(step, rest[i]/rate)
			}
		}
		now += step
		for i, rate := range rates {
			if rest[i] > 0 {
				if rest[i] -= step * rate; rest[i] < 1e-9 {
					rest[i], times[i] = 0, now
				}
			}
		}
	}
	return times
}

// maxMinRates returns the rates of the messages of which something is left. The most loaded link divides its
// capacity equally among its messages. Then the same applies to the rest of the capacities and messages.
func maxMinRates(n topo.Network, p Pattern, rest []float64) []float64 {
	rates, fixed, used := make([]float64, len(p)), make([]bool, len(p)), make([]float64, n.Links())
	for {
		messages := map[int32]float64{}
		for i, m := range p {
			if rest[i] > 0 && !fixed[i] {
				for _, link := range n.Route(nil, m.From, m.To) {
					messages[link]++
				}
			}
		}
		if len(messages) == 0 {
			return rates
		}
		share, slowest := math.Inf(1), int32(-1)
		for link, number := range messages {
			if s := (1 - used[link]) / number; s < share {
				share, slowest = s, link
			}
		}
		for i, m := range p {
			route := n.Route(nil, m.From, m.To)
			if rest[i] > 0 && !fixed[i] && slices.Contains(route, slowest) {
				rates[i], fixed[i] = share, true
				for _, link := range route {
					used[link] += share
				}
			}
		}
	}
}

// arrivalTimes returns simulated arrival times with a noise of 1 %. If acknowledgements may wait, the time is
// up to 1.7 times as long.
func arrivalTimes(n topo.Network, patterns []Pattern, numbers *rand.Rand) (times [][]float64) {
	for _, p := range patterns {
		arrivals, busy := maxMinTimes(n, p), map[int32]bool{}
		for _, m := range p {
			for _, link := range n.Route(nil, m.From, m.To) {
				busy[link] = true
			}
		}
		for i, m := range p {
			arrivals[i] *= 42 * math.Exp(0.01*numbers.NormFloat64())
			if slices.ContainsFunc(n.Route(nil, m.To, m.From), func(link int32) bool { return busy[link] }) {
				arrivals[i] *= 1 + 0.7*numbers.Float64()
			}
		}
		times = append(times, arrivals)
	}
	return times
}

// The simulation gives times counted by hand: on a ring, one of three messages shares its links with both
// others, one after the other.
func TestMaxMinTimes(t *testing.T) {
	p := Pattern{{0, 2}, {0, 1}, {1, 3}} // links 0-1, 1-2; 0-1; 1-2, 2-3
	assert.InDeltaSlice(t, []float64{2, 2, 2}, maxMinTimes(network(t, "mesh:4"), p), 1e-9)
	assert.InDeltaSlice(t, []float64{3, 3, 3, 1.5},
		maxMinTimes(network(t, "mesh:4"), Pattern{{0, 1}, {0, 2}, {0, 3}, {2, 3}}), 1e-9)
}

// findOrder searches the candidates for the order in which the hosts explain simulated arrival times on a
// network. Their order in the network is random. If `disturbed` is true, disturbances double every tenth of
// the first arrival times.
func findOrder(t *testing.T, truth topo.Network, candidates []topo.Network, trials int, seed uint64,
	disturbed bool) (placed topo.Network, ranked []Order) {
	hosts, numbers := truth.Nodes(), rand.New(rand.NewPCG(seed, 3))
	placed, err := topo.NewPlaced(truth, numbers.Perm(hosts))
	require.NoError(t, err)
	allTimes := func(patterns []Pattern) (totals []float64, arrivals [][]float64, err error) {
		arrivals = arrivalTimes(placed, patterns, numbers)
		for _, l := range arrivals {
			totals = append(totals, slices.Max(l))
		}
		return totals, arrivals, nil
	}
	first := Patterns(Candidates(hosts), 24)
	totals, _, err := allTimes(first)
	require.NoError(t, err)
	data := newOrderData(first, totals)
	patterns := orderPatterns(hosts, orderCount+checkCount, numbers)
	times := arrivalTimes(placed, patterns, numbers)
	for i, count := 0, 0; disturbed && i < len(times); i++ {
		for j := range times[i] {
			if count++; count%10 == 0 {
				times[i][j] *= 2
			}
		}
	}
	seen := data.withArrivals(patterns[:orderCount], times[:orderCount], 42)
	best, searches := make([]Order, len(candidates)), make([]*orderSearch, len(candidates))
	for i, n := range candidates {
		best[i], searches[i] = Order{Network: n, Error: math.Inf(1)}, newOrderSearch(n, seen)
	}
	err = searchOrders(best, hosts, func(tasks []int, steps int) error {
		for _, task := range tasks {
			if o := searches[task].anneal(steps, numbers); o.Error < best[task].Error {
				best[task] = o
			}
		}
		return nil
	}, func() (bool, error) { trials--; return trials < 0, nil })
	require.NoError(t, err)
	ranked, err = settleOrders(best, data.withArrivals(patterns, times, 42), 42, numbers, allTimes)
	require.NoError(t, err)
	return placed, ranked
}

// The order of the hosts is found in every kind of network. The forecasts for the order that was found are
// those for the real network. With more than 8 hosts, only two networks are tried, because the search takes
// seconds.
func TestOrdersAreFound(t *testing.T) {
	for _, text := range []string{"ring:5", "ring:8", "mesh:7", "hypercube:8", "torus:2x4", "tree:8",
		"fattree:2x4x1", "torus:3x4", "fattree:4x4x2"} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			truth := network(t, text)
			candidates := Candidates(truth.Nodes())
			if truth.Nodes() > 8 {
				candidates = []topo.Network{network(t, fmt.Sprint("ring:", truth.Nodes())), truth}
			}
			placed, ranked := findOrder(t, truth, candidates, 12, 1, false)
			require.True(t, IsSureOrder(ranked), "%+v", ranked[:min(len(ranked), 2)])
			found, err := ranked[0].Placed()
			require.NoError(t, err)
			for _, p := range orderPatterns(truth.Nodes(), 100, rand.New(rand.NewPCG(5, 5))) {
				assert.Equal(t, maxMinTimes(placed, p), maxMinTimes(found, p))
			}
		})
	}
}

// Disturbances increase some of the first times. The order is found nevertheless, because the patterns are
// measured again.
func TestOrdersWithDisturbances(t *testing.T) {
	truth := network(t, "fattree:2x3x1")
	_, ranked := findOrder(t, truth, Candidates(truth.Nodes()), 12, 1, true)
	require.True(t, IsSureOrder(ranked), "%+v", ranked[:min(len(ranked), 2)])
	assert.Equal(t, truth.String(), ranked[0].Network.String())
	assert.Less(t, ranked[0].Error, 0.03)
}

// No random network is mistaken for a network of a known kind. Some of the random networks are of such a
// kind.
func TestOrdersInOtherNetworks(t *testing.T) {
	numbers := rand.New(rand.NewPCG(9, 9))
	sure := 0
	for i := range 12 {
		hosts := 4 + numbers.IntN(3)
		other := randomNetwork(t, hosts, numbers.IntN(3), numbers)
		placed, ranked := findOrder(t, other, Candidates(hosts), 4, uint64(i), false)
		if !IsSureOrder(ranked) {
			continue
		}
		sure++
		found, err := ranked[0].Placed()
		require.NoError(t, err)
		for _, p := range orderPatterns(hosts, 100, numbers) {
			assert.Equal(t, maxMinTimes(placed, p), maxMinTimes(found, p), "%v", ranked[0])
		}
	}
	assert.Positive(t, sure)
}
