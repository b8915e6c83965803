// Package probe determines the network between hosts from measurements. Hosts send long messages at the same
// time in several patterns. The package then selects the candidate network whose routes best explain the
// times of all patterns.
package probe

import (
	"math"
	"math/rand/v2"
	"slices"

	"topocoll/topo"
)

// A Pattern is a set of messages that hosts send at the same time.
type Pattern []Message

// A Message identifies the sending host and the receiving host of a message.
type Message struct{ From, To int }

// A Forecast describes how long a pattern should take on a network.
type Forecast struct {
	// Load is the largest number of messages that cross a link, divided by the capacity of the link. The
	// slowest message takes at least Load times as long as on an idle network.
	Load float64
	// Exact is true if the slowest message takes exactly Load times as long. If it is false, acknowledgements
	// may wait behind other messages on a link, and the slowest message takes up to twice that time.
	Exact bool

	logLoad float64 // logarithm of Load
}

// ForecastOn returns the forecast for a pattern on network n.
func (p Pattern) ForecastOn(n topo.Network) Forecast {
	messages := make([]int, n.Links())
	var route []int32
	forecast := Forecast{Exact: true}
	for _, m := range p {
		route = n.Route(route[:0], m.From, m.To)
		for _, link := range route {
			messages[link]++
			forecast.Load = max(forecast.Load, float64(messages[link])/float64(topo.Capacity(n, link)))
		}
	}
	for _, m := range p {
		route = n.Route(route[:0], m.To, m.From) // the route of the acknowledgements
		for _, link := range route {
			forecast.Exact = forecast.Exact && messages[link] == 0
		}
	}
	forecast.logLoad = math.Log(forecast.Load)
	return forecast
}

// Patterns returns patterns that distinguish the given networks, which must have the same number of hosts.
// The first pattern is a single message. After it, every fourth pattern is random, and the others are
// selected. A selected pattern adds most to the weighted distances between networks, where short distances
// have large weights. Random patterns are needed because the real network may be none of the given ones.
// Equal arguments give equal patterns.
func Patterns(networks []topo.Network, count int) []Pattern {
	hosts := networks[0].Nodes()
	numbers := rand.New(rand.NewPCG(1, uint64(hosts)))
	set := candidatePatterns(hosts, numbers)
	forecasts := make([][]Forecast, len(set)) // indexed by pattern and network
	for i, p := range set {
		for _, n := range networks {
			forecasts[i] = append(forecasts[i], p.ForecastOn(n))
		}
	}
	selected := []Pattern{{{From: 0, To: 1}}}
	distances := make([]float64, len(networks)*len(networks))
	for len(selected) < count && len(set) > 0 {
		best := numbers.IntN(len(set))
		if len(selected)%4 > 0 {
			best = mostInformative(forecasts, weights(distances, len(networks)))
		}
		for a, x := range forecasts[best] {
			for b, y := range forecasts[best] {
				distances[a*len(networks)+b] += distance(x, y)
			}
		}
		selected = append(selected, set[best])
		set, forecasts = slices.Delete(set, best, best+1), slices.Delete(forecasts, best, best+1)
	}
	return selected
}

// distance measures how well a pattern with the forecasts x and y distinguishes two networks. If one of them
// is the actual network, the forecast for the other has an error. Since either may be the actual network,
// distance returns the square of the smaller of the two errors.
func distance(x, y Forecast) float64 {
	d := min(minForecastError(x, y), minForecastError(y, x))
	return d * d
}

// minForecastError returns the smallest error, as computed in newFit, of the forecast `wrong` if the forecast
// `right` is correct.
func minForecastError(right, wrong Forecast) float64 {
	d := right.logLoad - wrong.logLoad
	if d > 0 && !wrong.Exact || d < 0 && !right.Exact {
		return max(0, math.Abs(d)-math.Ln2)
	}
	return math.Abs(d)
}

// weights returns the weight of each pair of networks. A weight is large if the distance between the two
// networks is short.
func weights(distances []float64, networks int) []float64 {
	w := make([]float64, len(distances))
	for a := range networks {
		for b := range a {
			w[a*networks+b] = 1 / math.Pow(0.1+distances[a*networks+b], 2)
		}
	}
	return w
}

// mostInformative returns the index of the pattern that adds most to the weighted distances between networks.
func mostInformative(forecasts [][]Forecast, weight []float64) (best int) {
	most := -1.0
	for i, of := range forecasts {
		sum := 0.0
		for a, x := range of {
			for b, y := range of[:a] {
				sum += weight[a*len(of)+b] * distance(x, y)
			}
		}
		if sum > most {
			best, most = i, sum
		}
	}
	return best
}

// candidatePatterns returns patterns in which a host sends at most one message: shifts, messages to the host
// whose number differs in one bit, and random permutations. Each of these patterns is included twice: with
// all hosts as senders, and with the first half of the hosts. There are two more kinds of random patterns. In
// one of them, only a few hosts send a message. In the other, hosts send two messages, because a host may
// have one link or several.
func candidatePatterns(hosts int, numbers *rand.Rand) (set []Pattern) {
	const shifts, random = 16, 48
	var receivers [][]int // for each pattern, the receiver of each host's message
	for s := 1; s <= min(hosts/2, shifts); s++ {
		receivers = append(receivers, shiftReceivers(hosts, s), shiftReceivers(hosts, hosts-s))
	}
	for bit := 1; bit < hosts; bit *= 2 {
		to := make([]int, hosts)
		for i := range to {
			if to[i] = i ^ bit; to[i] >= hosts {
				to[i] = i
			}
		}
		receivers = append(receivers, to)
	}
	for range random {
		receivers = append(receivers, numbers.Perm(hosts))
	}
	for _, to := range receivers {
		set = append(set, singleMessages(to, hosts), singleMessages(to, hosts/2))
	}
	for range random {
		set = append(set, pairedMessages(numbers.Perm(hosts), 2+numbers.IntN(max(1, hosts/4))))
		set = append(set,
			doubleMessages(numbers.Perm(hosts), 1+numbers.IntN(hosts/2), 1+numbers.IntN(max(1, hosts/2-1))))
	}
	return slices.DeleteFunc(set, func(p Pattern) bool { return len(p) == 0 })
}

// singleMessages returns the pattern in which host i sends a message to host to[i], for every i below
// `senders`. A host does not send to itself. If two hosts would send to each other, only one of them sends.
// If both sent, acknowledgements on a shared connection could double the time of both messages.
func singleMessages(to []int, senders int) (p Pattern) {
	for i, j := range to[:senders] {
		if i != j && (to[j] != i || i < j) {
			p = append(p, Message{From: i, To: j})
		}
	}
	return p
}

// pairedMessages returns a pattern in which every second host of `order` sends to the next host, up to the
// given number of messages.
func pairedMessages(order []int, messages int) (p Pattern) {
	for i := range min(messages, len(order)/2) {
		p = append(p, Message{From: order[2*i], To: order[2*i+1]})
	}
	return p
}

// doubleMessages returns a pattern in which each of the first `senders` hosts of `order` sends to two hosts
// in the second half. The positions of these two hosts differ by `distance`.
func doubleMessages(order []int, senders, distance int) (p Pattern) {
	receivers := order[len(order)/2:]
	for i, from := range order[:senders] {
		p = append(p, Message{from, receivers[i]}, Message{from, receivers[(i+distance)%len(receivers)]})
	}
	return p
}

// shiftReceivers returns (i + s) mod hosts for every host i.
func shiftReceivers(hosts, s int) []int {
	to := make([]int, hosts)
	for i := range to {
		to[i] = (i + s) % hosts
	}
	return to
}
