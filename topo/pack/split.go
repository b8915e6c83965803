package pack

import (
	"cmp"
	"slices"
)

// split divides the capacities of the arcs among the hops, so that trees of hops are as many as trees of arcs, in which a
// switch could copy messages. As long as every switch has as much capacity in as out, that can be done (Bang-Jensen, Frank
// and Jackson 1995): a little of an arc into a switch and of an arc out of it become an arc past it, as much as leaves room
// for the demand in every cut. All hops get a little in turn, so that none gets what many could share.
func (g *graph) split(capacity, demand []int) (free []int) {
	free = make([]int, len(g.hops))
	for i, h := range g.hops {
		if len(h.arcs) == 1 {
			free[i] = capacity[h.arcs[0]]
			capacity[h.arcs[0]] = 0
		}
	}
	through := g.inTurn()
	for most := 1; len(through) > 0; most *= 2 {
		through = slices.DeleteFunc(through, func(i int) bool {
			amount := g.splits(i, most, capacity, free, demand)
			for _, a := range g.hops[i].arcs {
				capacity[a] -= amount
			}
			free[i] += amount
			return amount == 0 // then never again: what a cut has to spare does not grow
		})
	}
	return free
}

// inTurn returns the hops that pass through switches, the shorter ones first. Those between the same two switches, such as
// those from the ranks of one host to the ranks of another one, do not follow each other, and not all of them begin with the
// same rank.
func (g *graph) inTurn() (through []int) {
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
	turn := make([]int, len(g.hops))
	for n, at := range order {
		hops := between[at]
		slices.SortStableFunc(hops, func(a, b int) int { return cmp.Compare(away(a), away(b)) })
		for k, i := range hops {
			turn[i] = (k + n) % len(hops)
		}
	}
	slices.SortStableFunc(through, func(a, b int) int {
		return cmp.Or(len(g.hops[a].arcs)-len(g.hops[b].arcs), turn[a]-turn[b], away(a)-away(b))
	})
	return through
}

// splits returns how much a hop can get of the arcs that it passes, up to most.
func (g *graph) splits(i, most int, capacity, free, demand []int) (amount int) {
	amount = most
	for _, a := range g.hops[i].arcs {
		amount = min(amount, capacity[a])
	}
	for amount > 0 {
		lack := g.lacks(i, amount, capacity, free, demand)
		if lack == 0 {
			break
		}
		amount -= lack
	}
	return max(0, amount)
}

// lacks returns how much of the demand would not reach every node if a hop got some amount.
func (g *graph) lacks(i, amount int, capacity, free, demand []int) (lack int) {
	var f flow
	f.reset(g.places + 1)
	for a, arc := range g.arcs {
		left := capacity[a]
		if slices.Contains(g.hops[i].arcs, a) {
			left -= amount
		}
		if left > 0 {
			f.edge(arc.from, arc.to, left)
		}
	}
	for j, h := range g.hops {
		if j == i {
			f.edge(h.from, h.to, free[j]+amount)
		} else if free[j] > 0 {
			f.edge(h.from, h.to, free[j])
		}
	}
	all := 0
	for v, shares := range demand {
		all += shares
		f.edge(g.places, v, shares)
	}
	for v := range g.nodes {
		if lack = max(lack, all-f.most(g.places, v, all)); lack >= amount {
			break
		}
	}
	return lack
}
