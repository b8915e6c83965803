//go:build cgo

package probe

import (
	"maps"
	"slices"

	"topocoll/bench/group"
	"topocoll/mpi"
)

// A Measurement holds the measured times of patterns between the hosts of a job. It is the same on every
// rank.
type Measurement struct {
	Hosts    []string // host names, in the order of their first ranks
	Slots    int      // largest number of ranks on a host
	Bytes    int      // size of a message in bytes
	Patterns []Pattern
	NS       []float64 // for each pattern: time in ns until its last message has arrived
	Orders   []Order   // ranked orders of the hosts, if no network explains the times of the patterns
}

// MinHosts is the smallest number of hosts for which Measure measures patterns. All networks connect two
// hosts in the same way.
const MinHosts = 3

// Measure measures the patterns that distinguish the candidate networks. If no network explains the times,
// the hosts may have a different order in the network than in the job, and Measure searches for this order.
// One rank of every host sends and receives, and the other ranks wait. All ranks must call Measure. With
// fewer than MinHosts hosts, the measurement has no patterns. Every rank calls `searching` before the search.
func Measure(w *mpi.World, searching func()) (*Measurement, error) {
	const numPatterns = 24
	ranks, err := group.New(w)
	if err != nil {
		return nil, err
	}
	m := &Measurement{}
	var first []int // for each host, the rank that sends and receives
	counts := map[string]int{}
	for rank, host := range ranks.Hosts {
		if counts[host]++; counts[host] == 1 {
			m.Hosts, first = append(m.Hosts, host), append(first, rank)
		}
	}
	m.Slots = slices.Max(slices.Collect(maps.Values(counts)))
	hosts := len(m.Hosts)
	if hosts < MinHosts {
		return m, nil
	}
	candidates := Candidates(hosts)
	m.Patterns = Patterns(candidates, numPatterns)
	t := timer{ranks: ranks, port: mpi.NewPort[float64](w), first: first,
		host: slices.Index(first, w.Rank)}
	if err := t.setLength(m.Patterns[0]); err != nil {
		return nil, err
	}
	m.Bytes = 8 * len(t.out)
	if m.NS, _, err = t.times(m.Patterns); err != nil {
		return nil, err
	}
	if fits := Rank(candidates, m.Patterns, m.NS); !IsSure(fits) && hosts >= minOrderHosts &&
		hosts <= maxOrderHosts {
		searching()
		m.Orders, err = t.findOrders(candidates, newOrderData(m.Patterns, m.NS), m.NS[0])
	}
	return m, err
}
