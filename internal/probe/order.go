package probe

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"topocoll/topo"
)

// In order patterns, hosts form pairs, and in each pair one host sends to the other. The arrival time of each
// message says whether the message shares a link with others. Together with the times of the other patterns,
// these times are enough to find the order of the hosts in the network.

const (
	minOrderHosts = 4  // with fewer, there is only one pair
	maxOrderHosts = 32 // with more, the search takes too long
	orderCount    = 36 // number of order patterns
	checkCount    = 12 // number of further order patterns, which the search does not see
)

// orderPatterns returns random patterns in which one half, a third or a quarter of the possible pairs send a
// message.
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

// orderData holds measured times as logarithms, relative to a single message: of some patterns the time until
// the last message has arrived, and of others the arrival time of each message.
type orderData struct {
	patterns []Pattern
	totals   []float64   // of the first patterns
	arrivals [][]float64 // of the other patterns
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

// size returns the number of times.
func (d *orderData) size() int {
	size := len(d.totals)
	for _, l := range d.arrivals {
		size += len(l)
	}
	return size
}

// An orderSearch searches for the order of the hosts in one network that best explains the times.
type orderSearch struct {
	*orderData
	network  topo.Network
	routes   [][]int32 // indexed by from * hosts + to, which are nodes of the network
	logs     []float64 // logarithms of 0, 1, 2, ...
	messages []int     // for one pattern: the number of messages on each link
	ofHost   [][]int   // for each host, the patterns in which the host sends or receives
}

func newOrderSearch(network topo.Network, data *orderData) *orderSearch {
	hosts := network.Nodes()
	s := &orderSearch{orderData: data, network: network, messages: make([]int, network.Links()),
		ofHost: make([][]int, hosts)}
	for load := range 2*hosts + 1 {
		s.logs = append(s.logs, math.Log(float64(load)))
	}
	for from := range hosts {
		for to := range hosts {
			s.routes = append(s.routes, network.Route(nil, from, to))
		}
	}
	for i, p := range data.patterns {
		for _, m := range p {
			for _, host := range [2]int{m.From, m.To} {
				if l := s.ofHost[host]; len(l) == 0 || l[len(l)-1] != i {
					s.ofHost[host] = append(l, i)
				}
			}
		}
	}
	return s
}

// leastTimes are the logarithms of the shortest time of a message that shares a link, if the pattern has two
// messages and if it has more. With more messages, the other message on the link may have another, slower
// link, and leave more than half of the capacity.
var leastTimes = [2]float64{math.Log(1.5), math.Log(1.25)}

// patternError returns the square of the error of a pattern's time, as newFit computes it, or the sum of the
// squared errors of the arrival times of the pattern's messages.
func (s *orderSearch) patternError(pattern int, nodes []int) (sum float64) {
	p := s.patterns[pattern]
	s.addMessages(p, nodes, 1)
	if pattern < len(s.totals) {
		load, exact := 0, true
		for _, m := range p {
			load = max(load, s.load(nodes[m.From], nodes[m.To]))
			exact = exact && !s.waitsForAcknowledgements(nodes[m.From], nodes[m.To])
		}
		sum = squaredError(s.totals[pattern]-s.logs[load], exact)
	} else {
		for i, t := range s.arrivals[pattern-len(s.totals)] {
			sum += s.arrivalError(t, nodes[p[i].From], nodes[p[i].To], len(p))
		}
	}
	s.addMessages(p, nodes, -1)
	return sum
}

// arrivalError returns the square of the error of the arrival time of a message, in a pattern with the given
// number of messages.
//
// A message that is alone on its links takes the time of a single message. A message that shares a link takes
// longer, but not longer than if it had an equal share of its most loaded link. If acknowledgements may wait
// behind other messages, twice the time is possible.
func (s *orderSearch) arrivalError(time float64, from, to, messages int) float64 {
	load := s.load(from, to)
	if load > 1 {
		if least := leastTimes[min(messages-2, 1)]; time < least {
			return (time - least) * (time - least)
		}
	}
	d := time - s.logs[load]
	if d < 0 && load > 1 {
		return 0
	}
	return squaredError(d, d < 0 || !s.waitsForAcknowledgements(from, to))
}

// load returns the largest number of messages on a link of a route.
func (s *orderSearch) load(from, to int) (load int) {
	for _, link := range s.routes[from*len(s.ofHost)+to] {
		load = max(load, s.messages[link])
	}
	return load
}

// addMessages adds a number of messages to the links of each route of a pattern.
func (s *orderSearch) addMessages(p Pattern, nodes []int, number int) {
	for _, m := range p {
		for _, link := range s.routes[nodes[m.From]*len(nodes)+nodes[m.To]] {
			s.messages[link] += number
		}
	}
}

// waitsForAcknowledgements reports whether a message crosses the route from one node back to the other.
func (s *orderSearch) waitsForAcknowledgements(from, to int) bool {
	for _, link := range s.routes[to*len(s.ofHost)+from] {
		if s.messages[link] > 0 {
			return true
		}
	}
	return false
}

// error returns the typical relative error of an order over all times.
func (s *orderSearch) error(nodes []int) (sum float64) {
	for i := range s.patterns {
		sum += s.patternError(i, nodes)
	}
	return math.Expm1(math.Sqrt(sum / float64(s.size())))
}

// anneal returns a good order by simulated annealing. In each step it exchanges two hosts. It accepts an
// exchange that increases the sum of the squared errors with a probability that falls from step to step.
func (s *orderSearch) anneal(steps int, numbers *rand.Rand) Order {
	const hot, cold = 1.0, 0.01 // increases of the sum that are accepted with probability 1/e, first and last
	nodes := numbers.Perm(len(s.ofHost))
	errors := make([]float64, len(s.patterns))
	sum := 0.0
	for i := range errors {
		errors[i] = s.patternError(i, nodes)
		sum += errors[i]
	}
	best, least := slices.Clone(nodes), sum
	affected := make([]int, 0, len(s.patterns))
	changed := make([]float64, 0, len(s.patterns))
	for step := range steps {
		a, b := numbers.IntN(len(nodes)), numbers.IntN(len(nodes))
		if a == b {
			continue
		}
		nodes[a], nodes[b] = nodes[b], nodes[a]
		affected, changed = union(affected[:0], s.ofHost[a], s.ofHost[b]), changed[:0]
		temperature := hot * math.Pow(cold/hot, float64(step)/float64(steps))
		limit := -temperature * math.Log(1-numbers.Float64())
		difference, rest := 0.0, 0.0 // rest: how much the patterns that follow can at most decrease the sum
		for _, i := range affected {
			rest += errors[i]
		}
		for _, i := range affected {
			changed = append(changed, s.patternError(i, nodes))
			difference += changed[len(changed)-1] - errors[i]
			if rest -= errors[i]; difference-rest > limit {
				break
			}
		}
		if difference-rest > limit {
			nodes[a], nodes[b] = nodes[b], nodes[a]
			continue
		}
		for k, i := range affected {
			errors[i] = changed[k]
		}
		if sum += difference; sum < least {
			copy(best, nodes)
			least = sum
		}
	}
	return Order{Network: s.network, Nodes: best, Error: s.error(best)}
}

// union appends the numbers of two ascending lists to another, in ascending order and without repetitions.
func union(to, a, b []int) []int {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			to, a = append(to, a[0]), a[1:]
		case a[0] > b[0]:
			to, b = append(to, b[0]), b[1:]
		default:
			to, a, b = append(to, a[0]), a[1:], b[1:]
		}
	}
	return append(append(to, a...), b...)
}

// searchOrders tries each candidate network briefly. Then, until a network explains the times or the time is
// over, one half of the hosts try the best quarter of the networks with more and more steps, and the other half
// try all networks in turn. The argument `best` holds the best order of each candidate so far, and `try`
// updates it.
func searchOrders(best []Order, hosts int, try func(tasks []int, steps int) error,
	isLate func() (bool, error)) error {
	const goodError, starts = 0.05, 2
	steps := 1000 * hosts
	var leaders []int // indices of candidates
	for i := range best {
		leaders = append(leaders, i)
	}
	tasks := slices.Repeat(leaders, starts)
	for next := 0; ; {
		for chunk := range slices.Chunk(tasks, hosts) {
			if err := try(chunk, steps); err != nil {
				return err
			}
			if late, err := isLate(); late || err != nil {
				return err
			}
		}
		slices.SortStableFunc(leaders, func(a, b int) int { return cmp.Compare(best[a].Error, best[b].Error) })
		if best[leaders[0]].Error <= goodError {
			return nil
		}
		tasks = tasks[:0]
		for i := range hosts {
			if i%2 == 0 {
				tasks = append(tasks, leaders[i/2%max(1, len(leaders)/4)])
			} else {
				tasks = append(tasks, next%len(best))
				next++
			}
		}
		steps = min(2*steps, 8000*hosts)
	}
}

// loads returns the load of every message of all patterns.
func (s *orderSearch) loads(nodes []int) (loads []int) {
	for _, p := range s.patterns {
		s.addMessages(p, nodes, 1)
		for _, m := range p {
			loads = append(loads, s.load(nodes[m.From], nodes[m.To]))
		}
		s.addMessages(p, nodes, -1)
	}
	return loads
}

// exchanged returns the best order that differs from the given one by an exchange of two hosts and has other
// loads. If there is none, its error is infinite.
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

// rankOrders returns the best order of each network, beginning with the best of all, and with it the best
// order that differs from it by an exchange. Networks whose orders have equal loads share an entry. Their
// errors are recomputed from the data, which may have more patterns than the search.
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

// settleOrders returns the ranked orders. While the data do not distinguish the two best orders, it measures
// the total times of more patterns for which they have different loads.
func settleOrders(best []Order, data *orderData, message float64, numbers *rand.Rand,
	measure func([]Pattern) (totals []float64, err error)) ([]Order, error) {
	const trials, numPatterns = 4, 6
	for trial := 0; ; trial++ {
		ranked := rankOrders(best, data)
		if len(ranked) < 2 || IsSureOrder(ranked) || ranked[0].Error > maxError || trial == trials {
			return ranked, nil
		}
		patterns := distinguishingPatterns(ranked[0], ranked[1], numPatterns, numbers)
		totals, err := measure(patterns)
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
