package probe

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"topocoll/topo"
)

// exchanged returns the best order among those that differ from the given order by an exchange of two hosts,
// and that have different loads. If there is none, the error of the result is infinite.
func (s *orderSearch) exchanged(o Order) Order {
	best := Order{Network: o.Network, Error: math.Inf(1)}
	nodes, loads := slices.Clone(o.Nodes), s.loads(o.Nodes)
	for a := range nodes {
		for b := range a {
			nodes[a], nodes[b] = nodes[b], nodes[a]
			if e := s.error(nodes); e < best.Error && !slices.Equal(loads, s.loads(nodes)) {
				best.Error, best.Nodes = e, slices.Clone(nodes)
			}
			nodes[a], nodes[b] = nodes[b], nodes[a]
		}
	}
	return best
}

// rankOrders returns the best order of each network, sorted by error. It adds the best order that differs
// from the first one by an exchange of two hosts. Networks whose orders have equal loads share an entry.
// rankOrders recomputes the errors from the data, which may have more patterns than the search.
func rankOrders(orders []Order, data *orderData) (ranked []Order) {
	var seen [][]int
	add := func(o Order, s *orderSearch) {
		loads := s.loads(o.Nodes)
		if i := slices.IndexFunc(seen, func(l []int) bool { return slices.Equal(l, loads) }); i >= 0 {
			ranked[i].Same = append(ranked[i].Same, o.Network)
			return
		}
		seen, ranked = append(seen, loads), append(ranked, o)
	}
	orders = slices.DeleteFunc(orders, func(o Order) bool { return o.Nodes == nil }) // no time to try them
	byError := func(a, b Order) int { return cmp.Compare(a.Error, b.Error) }
	searches := map[topo.Network]*orderSearch{}
	for i, o := range orders {
		searches[o.Network] = newOrderSearch(o.Network, data)
		orders[i].Error = searches[o.Network].error(o.Nodes)
	}
	slices.SortStableFunc(orders, byError)
	for _, o := range orders {
		add(o, searches[o.Network])
	}
	if other := searches[orders[0].Network].exchanged(orders[0]); !math.IsInf(other.Error, 1) {
		add(other, searches[other.Network])
	}
	slices.SortStableFunc(ranked, byError)
	return ranked
}

// settleOrders returns the ranked orders. If the best order does not explain the times, settleOrders measures
// all patterns again, because disturbances may have increased times. While the data do not distinguish the
// two best orders, it measures the total times of more patterns for which they have different loads.
func settleOrders(best []Order, data *orderData, message float64, numbers *rand.Rand,
	measure func([]Pattern) (totals []float64, arrivals [][]float64, err error)) ([]Order, error) {
	const trials, numPatterns = 4, 6
	if rankOrders(best, data)[0].Error > maxOrderError {
		totals, arrivals, err := measure(data.patterns)
		if err != nil {
			return nil, err
		}
		n := len(data.totals)
		again := (&orderData{}).withTotals(data.patterns[:n], totals[:n], message).
			withArrivals(data.patterns[n:], arrivals[n:], message)
		data = data.shorter(again)
	}
	for trial := 0; ; trial++ {
		ranked := rankOrders(best, data)
		if len(ranked) < 2 || IsSureOrder(ranked) || ranked[0].Error > maxError || trial == trials {
			return ranked, nil
		}
		patterns := distinguishingPatterns(ranked[0], ranked[1], numPatterns, numbers)
		totals, _, err := measure(patterns)
		if err != nil {
			return nil, err
		}
		data = data.withTotals(patterns, totals, message)
	}
}

// distinguishingPatterns returns the patterns, among many random ones with two messages, whose largest loads
// differ most in two orders. The messages have one sender or two.
func distinguishingPatterns(a, b Order, count int, numbers *rand.Rand) []Pattern {
	const random = 1000
	hosts := len(a.Nodes)
	var patterns []Pattern
	for range random / 2 {
		patterns = append(patterns, pairedMessages(numbers.Perm(hosts), 2),
			doubleMessages(numbers.Perm(hosts), 1, 1+numbers.IntN(hosts/2-1)))
	}
	difference := func(p Pattern) int {
		data := &orderData{patterns: []Pattern{p}}
		d := slices.Max(newOrderSearch(a.Network, data).loads(a.Nodes)) -
			slices.Max(newOrderSearch(b.Network, data).loads(b.Nodes))
		return max(d, -d)
	}
	differences := map[int][]Pattern{}
	for _, p := range patterns {
		d := difference(p)
		differences[d] = append(differences[d], p)
	}
	return append(differences[1], differences[0]...)[:count] // with two messages, no load is greater than 2
}

// IsSureOrder compares orders with these thresholds. An exchange of two hosts affects few messages, so it
// increases the error less than another network does.
const (
	maxOrderError      = 0.06 // maximum error of the best order
	minNextOrderError  = 0.03 // minimum error of the second-best order
	minOrderErrorRatio = 2    // minimum error of the second-best order, divided by the error of the best
)

// IsSureOrder reports whether the first of the ranked orders explains the times well enough, and clearly
// better than the second.
func IsSureOrder(ranked []Order) bool {
	return len(ranked) > 0 && ranked[0].Error <= maxOrderError && (len(ranked) == 1 ||
		ranked[1].Error >= max(minNextOrderError, minOrderErrorRatio*ranked[0].Error))
}
