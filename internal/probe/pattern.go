package probe

import (
	"math"
	"math/rand/v2"
	"slices"

	"topocoll/topo"
)

// A Pattern is a set of messages that hosts send at the same time.
type Pattern []Message

// A Message is sent from one host to another.
type Message struct{ From, To int }

// Load returns the largest number of messages that cross a link of a network, divided by the link's capacity.
// Under the pattern, the slowest message takes that many times as long as on an idle network.
func (p Pattern) Load(n topo.Network) (most float64) {
	messages := make([]int, n.Links())
	var route []int32
	for _, m := range p {
		route = n.Route(route[:0], m.From, m.To)
		for _, link := range route {
			messages[link]++
			most = max(most, float64(messages[link])/float64(topo.Capacity(n, link)))
		}
	}
	return most
}

// Patterns returns patterns that tell the networks apart. The first one is a single message. Each further
// one adds most, of a large set, to the distances between the networks, where a short distance has a large
// weight. The distance is the sum of the squared differences of the logarithms of the loads. All networks
// have the same number of hosts. Equal arguments give equal patterns.
func Patterns(networks []topo.Network, count int) []Pattern {
	hosts := networks[0].Nodes()
	set := manyPatterns(hosts)
	logs := make([][]float64, len(set)) // by pattern and network
	for i, p := range set {
		logs[i] = logLoads(p, networks)
	}
	selected := []Pattern{{{From: 0, To: 1}}}
	distance := make([]float64, len(networks)*len(networks))
	for len(selected) < count && len(set) > 0 {
		best, gain := 0, -1.0
		weight := weights(distance, len(networks))
		for i := range set {
			if g := gained(logs[i], weight); g > gain {
				best, gain = i, g
			}
		}
		for a, x := range logs[best] {
			for b, y := range logs[best] {
				distance[a*len(networks)+b] += (x - y) * (x - y)
			}
		}
		selected = append(selected, set[best])
		set, logs = slices.Delete(set, best, best+1), slices.Delete(logs, best, best+1)
	}
	return selected
}

// weights returns the weight of each pair of networks, which is large if their distance is short.
func weights(distance []float64, networks int) []float64 {
	w := make([]float64, len(distance))
	for a := range networks {
		for b := range a {
			w[a*networks+b] = 1 / math.Pow(0.1+distance[a*networks+b], 2)
		}
	}
	return w
}

func gained(logs, weight []float64) (sum float64) {
	for a, x := range logs {
		for b, y := range logs[:a] {
			sum += weight[a*len(logs)+b] * (x - y) * (x - y)
		}
	}
	return sum
}

func logLoads(p Pattern, networks []topo.Network) []float64 {
	logs := make([]float64, len(networks))
	for i, n := range networks {
		logs[i] = math.Log(p.Load(n))
	}
	return logs
}

// manyPatterns returns patterns in which a host sends one message: shifts, messages across a bit of the
// host's number and random permutations, each with all hosts sending and with the first half of them. In
// further random patterns half of the hosts send two messages each, because a host may have one link or
// several.
func manyPatterns(hosts int) (set []Pattern) {
	const shifts, random = 16, 48
	numbers := rand.New(rand.NewPCG(1, uint64(hosts)))
	var receivers [][]int // of the message of each host
	for s := 1; s <= min(hosts/2, shifts); s++ {
		receivers = append(receivers, shift(hosts, s), shift(hosts, hosts-s))
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
		set = append(set, one(to, hosts), one(to, hosts/2))
	}
	for range random {
		set = append(set, two(numbers.Perm(hosts), 1+numbers.IntN(max(1, hosts/2-1))))
	}
	return slices.DeleteFunc(set, func(p Pattern) bool { return len(p) == 0 })
}

// one returns the pattern in which each of the first senders sends a message to the host to[i], without
// messages from a host to itself. If two hosts would send to each other, only one of them sends. On a shared
// connection, the acknowledgements of one message wait behind the other, so both take up to twice as long.
func one(to []int, senders int) (p Pattern) {
	for i, j := range to[:senders] {
		if i != j && (to[j] != i || i < j) {
			p = append(p, Message{From: i, To: j})
		}
	}
	return p
}

// two returns a pattern in which each host in the first half of an order sends to two hosts of the second
// half, which are a distance apart.
func two(order []int, distance int) (p Pattern) {
	senders, receivers := order[:len(order)/2], order[len(order)/2:]
	for i, from := range senders {
		p = append(p, Message{from, receivers[i]}, Message{from, receivers[(i+distance)%len(receivers)]})
	}
	return p
}

// shift returns the receivers if each host sends to the host s after it.
func shift(hosts, s int) []int {
	to := make([]int, hosts)
	for i := range to {
		to[i] = (i + s) % hosts
	}
	return to
}
