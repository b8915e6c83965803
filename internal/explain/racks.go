package explain

import (
	"cmp"
	"slices"

	"topocoll/topo"
)

// racksOf returns the positions of the hosts and switches of a network. The hosts of a switch are side by
// side at the distance step, and the switches are in levels above them. It returns nil if some host has no
// link to a switch.
func racksOf(n topo.Network, step float64) []point {
	places := topo.Places(n)
	r := racks{hosts: n.Nodes(), at: make([]point, places), near: make([][]int, places),
		level: make([]int, places)}
	for link := range n.Links() { // each direction of a cable is a link
		from, to := n.Ends(int32(link))
		r.near[from] = append(r.near[from], to)
	}
	if r.hosts == places || !r.placeHosts(step) {
		return nil
	}
	for level := 1; r.placeLevel(level); level++ {
	}
	return r.at
}

type racks struct {
	hosts int
	at    []point
	near  [][]int // the neighbours of each place
	level []int   // level of each place, from 0 for hosts; 0 for a switch that has no position yet
}

// placeHosts places the hosts, and records which switches have hosts. It returns false if a host has no
// switch.
func (r *racks) placeHosts(step float64) bool {
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

// placeLevel places the switches of a level over the middle of their neighbours below, and assigns the next
// level to the switches linked to them. It reports whether the level has switches.
func (r *racks) placeLevel(level int) bool {
	const up, apart = 84, 44
	var row []int
	for place := r.hosts; place < len(r.at); place++ {
		if r.level[place] != level {
			continue
		}
		row = append(row, place)
		sum, n := 0.0, 0
		for _, other := range r.near[place] {
			if r.isPlaced(other) && r.level[other] < level {
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
			if !r.isPlaced(other) {
				r.level[other] = level + 1
			}
		}
	}
	return len(row) > 0
}

func (r *racks) isPlaced(place int) bool { return place < r.hosts || r.level[place] > 0 }
