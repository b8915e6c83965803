package probe

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"topocoll/topo"
)

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

// leastTimes contains the logarithm of the shortest time of a message that shares a link, relative to a
// single message. The first value is for patterns with two messages, the second for patterns with more
// messages. In the latter, a different link may slow down the other message on the shared link. That message
// then needs less than half of the shared link's capacity.
var leastTimes = [2]float64{math.Log(1.5), math.Log(1.25)}

// patternError returns the squared error of a pattern's total time, as newFit computes it. For a pattern with
// arrival times, it returns the sum of the squared errors of these times instead.
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
// longer, but not longer than with an equal share of its most loaded link. If acknowledgements may wait
// behind other messages, a message may take twice as long.
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
	// In the first step, an increase of the sum by `hot` is accepted with probability 1/e; in the last step, an
	// increase by `cold`.
	const hot, cold = 1.0, 0.01
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
		difference, rest := 0.0, 0.0 // `rest` is the sum of the old errors of the patterns not yet recomputed
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
// over, one half of the hosts try the best quarter of the networks with more and more steps, and the other
// half try all networks in turn. The argument `best` holds the best order of each candidate so far, and `try`
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
