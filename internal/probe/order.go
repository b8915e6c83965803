package probe

import (
	"math"
	"math/rand/v2"
	"slices"

	"topocoll/topo"
)

// The hosts can have a different order in the network than in the job. To find this order, Measure uses
// additional patterns, which are called order patterns. In an order pattern, hosts form pairs, and one host
// of each pair sends to the other. The arrival time of each message shows whether the message shares a link.

const (
	minOrderHosts = 4  // with fewer, there is only one pair
	maxOrderHosts = 32 // with more, the search takes too long
	orderCount    = 36 // number of order patterns
	checkCount    = 12 // number of further order patterns, which are used only after the search
)

// orderPatterns returns random patterns in which a half, a third or a quarter of the hosts send a message,
// but at least two hosts.
func orderPatterns(hosts, count int, numbers *rand.Rand) (patterns []Pattern) {
	for i := range count {
		patterns = append(patterns, pairedMessages(numbers.Perm(hosts), max(2, hosts/(2+i%3))))
	}
	return patterns
}

// An Order describes how well a network explains the measured times if the hosts of the job are in a certain
// order in the network.
type Order struct {
	Network topo.Network
	Nodes   []int          // for each host, its node of the network
	Same    []topo.Network // other networks that, with some order, have the same loads
	Error   float64        // typical relative difference between a time and its forecast
}

// Placed returns the network between the hosts in the order of the job.
func (o Order) Placed() (topo.Network, error) { return topo.NewPlaced(o.Network, o.Nodes) }

// orderData holds the logarithms of measured times relative to the time of a single message. For some
// patterns it holds the total time, until the last message has arrived. For the other patterns, it holds the
// arrival time of each message.
type orderData struct {
	patterns []Pattern
	totals   []float64   // total times of the first patterns
	arrivals [][]float64 // arrival times of the other patterns, by pattern and message
}

func newOrderData(patterns []Pattern, times []float64) *orderData {
	d := &orderData{patterns: slices.Clone(patterns)}
	for _, t := range times {
		d.totals = append(d.totals, math.Log(t/times[0])) // the first pattern is a single message
	}
	return d
}

// withArrivals returns the data with additional patterns. The argument `message` is the time of a single
// message.
func (d *orderData) withArrivals(patterns []Pattern, arrivals [][]float64, message float64) *orderData {
	more := &orderData{patterns: slices.Concat(d.patterns, patterns), totals: d.totals,
		arrivals: slices.Clone(d.arrivals)}
	for _, times := range arrivals {
		var l []float64
		for _, t := range times {
			l = append(l, math.Log(t/message))
		}
		more.arrivals = append(more.arrivals, l)
	}
	return more
}

// withTotals returns the data with the total times of additional patterns. The argument `message` is the time
// of a single message.
func (d *orderData) withTotals(patterns []Pattern, totals []float64, message float64) *orderData {
	more := &orderData{patterns: slices.Insert(slices.Clone(d.patterns), len(d.totals), patterns...),
		totals: slices.Clone(d.totals), arrivals: d.arrivals}
	for _, t := range totals {
		more.totals = append(more.totals, math.Log(t/message))
	}
	return more
}

// shorter returns the data with the shorter time of each pattern and of each message. The other data must
// have the same patterns.
func (d *orderData) shorter(other *orderData) *orderData {
	less := &orderData{patterns: d.patterns, totals: shorterTimes(d.totals, other.totals)}
	for i, times := range d.arrivals {
		less.arrivals = append(less.arrivals, shorterTimes(times, other.arrivals[i]))
	}
	return less
}

func shorterTimes(a, b []float64) (times []float64) {
	for i := range a {
		times = append(times, min(a[i], b[i]))
	}
	return times
}

// size returns the number of times.
func (d *orderData) size() int {
	size := len(d.totals)
	for _, l := range d.arrivals {
		size += len(l)
	}
	return size
}
