package probe

import (
	"math"
	"math/rand/v2"
	"slices"

	"topocoll/topo"
)

// A Pattern is a set of messages that hosts send at the same time: host i sends one to host Pattern[i], or
// none if that is None. Every host receives at most one.
type Pattern []int

// None is the receiver of a host that sends nothing.
const None = -1

// Load returns the largest number of messages that cross a link of a network, divided by the link's capacity.
// Under the pattern, the slowest message takes that many times as long as on an idle network.
func (p Pattern) Load(n topo.Network) (most float64) {
	messages := make([]int, n.Links())
	var route []int32
	for from, to := range p {
		if to == None {
			continue
		}
		route = n.Route(route[:0], from, to)
		for _, link := range route {
			messages[link]++
			most = max(most, float64(messages[link])/float64(topo.Capacity(n, link)))
		}
	}
	return most
}

// sender returns the host that sends to a host, or None.
func (p Pattern) sender(to int) int { return slices.Index(p, to) }

// Patterns returns patterns that tell the networks apart: a single message, then the patterns of a large set
// that add most to the distance between the two networks that are still hardest to tell apart. The distance
// is the sum of the squared differences of the logarithms of the loads. All networks have the same number of
// hosts; equal arguments give equal patterns.
func Patterns(networks []topo.Network, count int) []Pattern {
	hosts := networks[0].Nodes()
	set := manyPatterns(hosts)
	logs := make([][]float64, len(set)) // by pattern and network
	for i, p := range set {
		logs[i] = logLoads(p, networks)
	}
	selected := []Pattern{shift(hosts, 1).first(1)}
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

// weights gives pairs of networks that are hard to tell apart a large weight.
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

// manyPatterns returns shifts, messages across a bit of the host's number, and random permutations, each with
// all hosts sending and with the first half of them.
func manyPatterns(hosts int) (set []Pattern) {
	const shifts, random = 16, 48
	for s := 1; s <= min(hosts/2, shifts); s++ {
		set = append(set, shift(hosts, s), shift(hosts, hosts-s))
	}
	for bit := 1; bit < hosts; bit *= 2 {
		p := make(Pattern, hosts)
		for i := range p {
			if p[i] = i ^ bit; p[i] >= hosts {
				p[i] = None
			}
		}
		set = append(set, p)
	}
	numbers := rand.New(rand.NewPCG(1, uint64(hosts)))
	for range random {
		set = append(set, numbers.Perm(hosts))
	}
	for _, p := range set {
		p.sendOneWay()
	}
	for _, p := range slices.Clone(set) {
		set = append(set, p.first(hosts/2))
	}
	return slices.DeleteFunc(set, func(p Pattern) bool { return p.isEmpty() })
}

// sendOneWay removes messages from a host to itself, and one of two messages that two hosts send to each
// other. Those would share a connection, on which the acknowledgements of one message wait behind the other,
// and take up to twice as long.
func (p Pattern) sendOneWay() {
	for i, to := range p {
		if to != None && (to == i || p[to] == i) {
			p[max(i, to)] = None
		}
	}
}

// shift returns the pattern in which every host sends to the host s after it.
func shift(hosts, s int) Pattern {
	p := make(Pattern, hosts)
	for i := range p {
		p[i] = (i + s) % hosts
	}
	return p
}

// first returns the pattern in which only the first hosts send.
func (p Pattern) first(hosts int) Pattern {
	q := slices.Clone(p)
	for i := hosts; i < len(q); i++ {
		q[i] = None
	}
	return q
}

func (p Pattern) isEmpty() bool {
	return !slices.ContainsFunc(p, func(to int) bool { return to != None })
}
