package pack

import (
	"cmp"
	"slices"
)

// splitCapacities divides the capacities of the arcs among the hops. `enough` reports whether the hops can
// then carry the demanded trees. A tree of hops cannot branch at a switch, as a tree of arcs can. The hops
// nevertheless suffice if every switch has equal incoming and outgoing capacities and there are hops between
// all its neighbours (Bang-Jensen, Frank and Jackson 1995). Each hop takes as much capacity from all its arcs
// as every cut allows. Hops get small amounts in turn, so that no hop takes capacity that several hops could
// share.
func (g *graph) splitCapacities(capacity, demand []int) (free []int, enough bool) {
	s := &capacitySplitter{graph: g, capacity: capacity, free: make([]int, len(g.hops)), demand: demand}
	for i, h := range g.hops {
		if len(h.arcs) == 1 {
			s.free[i] = capacity[h.arcs[0]]
			capacity[h.arcs[0]] = 0
		}
	}
	through := g.switchedHops()
	for most := 1; len(through) > 0; most *= 2 {
		through = slices.DeleteFunc(through, func(i int) bool {
			amount := s.movableCapacity(i, most)
			for _, a := range g.hops[i].arcs {
				capacity[a] -= amount
			}
			s.free[i] += amount
			return amount == 0 // because the slack of a cut never grows, a later attempt would fail too
		})
	}
	var f flowSolver
	f.reset(s.places + 1)
	s.addFreeHops(&f)
	return s.free, s.missingFlow(&f, 1) == 0
}

// A capacitySplitter is the state of splitCapacities: the capacity that arcs still hold, and the capacity
// that hops have. The demand of every root can always reach every node over arcs and hops together.
type capacitySplitter struct {
	*graph
	capacity []int // indexed by arc
	free     []int // indexed by hop
	demand   []int // indexed by root
}

// switchedHops returns the hops that pass through switches, sorted by length. Hops of equal length alternate
// between the pairs of switches, so that hops between the same two switches are spread over the list.
// Examples of such hops are all hops from the ranks of one host to the ranks of another. Each pair of
// switches begins with a different rank.
func (g *graph) switchedHops() (through []int) {
	away := func(i int) int { return (g.hops[i].to - g.hops[i].from + g.nodes) % g.nodes }
	between := map[[2]int][]int{}
	var order [][2]int
	for i, h := range g.hops {
		if len(h.arcs) > 1 {
			at := [2]int{g.arcs[h.arcs[0]].to, g.arcs[h.arcs[len(h.arcs)-1]].from}
			if between[at] == nil {
				order = append(order, at)
			}
			between[at] = append(between[at], i)
			through = append(through, i)
		}
	}
	position := make([]int, len(g.hops))
	for n, at := range order {
		hops := between[at]
		slices.SortStableFunc(hops, func(a, b int) int { return cmp.Compare(away(a), away(b)) })
		for k, i := range hops {
			position[i] = (k + n) % len(hops)
		}
	}
	slices.SortStableFunc(through, func(a, b int) int {
		return cmp.Or(len(g.hops[a].arcs)-len(g.hops[b].arcs), position[a]-position[b], away(a)-away(b))
	})
	return through
}

// movableCapacity returns the capacity, at most `most`, that can move from the arcs of hop i to the hop.
func (s *capacitySplitter) movableCapacity(i, most int) (amount int) {
	amount = most
	for _, a := range s.hops[i].arcs {
		amount = min(amount, s.capacity[a])
	}
	return reduceToFit(amount, func(amount int) int { return s.lackingDemand(i, amount) })
}

// reduceToFit subtracts lacking(amount) from an amount, and repeats this until lacking returns 0 or the
// amount is at most 0. It returns the remaining amount, or 0 if that is negative.
func reduceToFit(amount int, lacking func(amount int) int) int {
	for amount > 0 {
		lack := lacking(amount)
		if lack == 0 {
			break
		}
		amount -= lack
	}
	return max(0, amount)
}

// lackingDemand returns the result of missingFlow for the case that hop i gets the given amount of capacity.
func (s *capacitySplitter) lackingDemand(i, amount int) (lack int) {
	var f flowSolver
	f.reset(s.places + 1)
	for a, arc := range s.arcs {
		left := s.capacity[a]
		if slices.Contains(s.hops[i].arcs, a) {
			left -= amount
		}
		if left > 0 {
			f.addEdge(arc.from, arc.to, left)
		}
	}
	h := s.hops[i]
	f.addEdge(h.from, h.to, amount)
	s.addFreeHops(&f)
	return s.missingFlow(&f, amount)
}

func (s *capacitySplitter) addFreeHops(f *flowSolver) {
	for i, h := range s.hops {
		if s.free[i] > 0 {
			f.addEdge(h.from, h.to, s.free[i])
		}
	}
}

// missingFlow returns the demand that cannot reach a node over the edges of f, for the node that lacks the
// most. It may stop searching if a node lacks at least `enough`.
func (s *capacitySplitter) missingFlow(f *flowSolver, enough int) (missing int) {
	all := 0
	for v, shares := range s.demand {
		all += shares
		f.addEdge(s.places, v, shares)
	}
	for v := range s.nodes {
		if missing = max(missing, all-f.maxFlow(s.places, v, all)); missing >= enough {
			break
		}
	}
	return missing
}
