package explain

import (
	"cmp"
	"slices"

	"topocoll/topo"
)

// racksOf returns the positions of the places of a network with hosts and then switches: the hosts of a switch side by side at the
// distance step, and the switches in levels above them. It returns nil if some host has no link with a switch.
func racksOf(n topo.Network, step float64) []point {
	places := topo.Places(n)
	r := racks{hosts: n.Nodes(), at: make([]point, places), near: make([][]int, places), level: make([]int, places)}
	for link := range n.Links() { // each direction is one
		from, to := n.Ends(int32(link))
		r.near[from] = append(r.near[from], to)
	}
	if r.hosts == places || !r.line(step) {
		return nil
	}
	for level := 1; r.above(level); level++ {
	}
	return r.at
}

type racks struct {
	hosts int
	at    []point
	near  [][]int // the neighbours of each place
	level []int   // of each place, from 0 for hosts; of a switch that is not placed yet, 0
}

// line places the hosts, and says of each switch whether it has some.
func (r *racks) line(step float64) bool {
	home := make([]int, r.hosts) // the lowest switch of each host
	first := map[int]int{}       // the lowest host of each switch
	for host := range home {
		for _, place := range r.near[host] {
			if place >= r.hosts && (home[host] == 0 || place < home[host]) {
				home[host] = place
			}
		}
		if home[host] == 0 {
			return false
		}
		if _, known := first[home[host]]; !known {
			first[home[host]] = host
		}
		r.level[home[host]] = 1
	}
	order := make([]int, r.hosts)
	for host := range order {
		order[host] = host
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(first[home[a]], first[home[b]]) })
	x := 0.0
	for i, host := range order {
		if i > 0 && home[host] != home[order[i-1]] {
			x += 0.6 * step
		}
		r.at[host].x = x
		x += step
	}
	return true
}

// above places the switches of a level over the middle of their neighbours below it, and gives those that are linked to them
// the next level. It reports whether there are any.
func (r *racks) above(level int) bool {
	const up, apart = 84, 44
	var row []int
	for place := r.hosts; place < len(r.at); place++ {
		if r.level[place] != level {
			continue
		}
		row = append(row, place)
		sum, n := 0.0, 0
		for _, other := range r.near[place] {
			if r.placed(other) && r.level[other] < level {
				sum, n = sum+r.at[other].x, n+1
			}
		}
		r.at[place] = point{sum / float64(max(1, n)), -up * float64(level)}
	}
	slices.SortStableFunc(row, func(a, b int) int { return cmp.Compare(r.at[a].x, r.at[b].x) })
	for i, place := range row {
		if i > 0 {
			r.at[place].x = max(r.at[place].x, r.at[row[i-1]].x+apart)
		}
		for _, other := range r.near[place] {
			if !r.placed(other) {
				r.level[other] = level + 1
			}
		}
	}
	return len(row) > 0
}

func (r *racks) placed(place int) bool { return place < r.hosts || r.level[place] > 0 }
