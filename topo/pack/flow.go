package pack

import "slices"

// A flow computes the maximum flow between two places of a network with capacities, by Dinic's algorithm.
// gonum's implementation on map-based graphs takes several hundred times as long, and a packing needs
// thousands of flows.
type flow struct {
	first      []int32 // first edge of each place; -1 if the place has no edge
	next, to   []int32 // indexed by edge; edge e^1 is the reverse of edge e
	free, full []int   // remaining and total capacity of each edge
	level      []int32
	iter       []int32
	queue      []int32
}

// reset makes f a network of the given number of places that has no edges.
func (f *flow) reset(places int) {
	f.first = slices.Grow(f.first[:0], places)[:places]
	for i := range f.first {
		f.first[i] = -1
	}
	f.level = slices.Grow(f.level[:0], places)[:places]
	f.iter = slices.Grow(f.iter[:0], places)[:places]
	f.next, f.to, f.full = f.next[:0], f.to[:0], f.full[:0]
}

func (f *flow) edge(from, to, capacity int) {
	f.next = append(f.next, f.first[from], f.first[to])
	f.to = append(f.to, int32(to), int32(from))
	f.full = append(f.full, capacity, 0)
	f.first[from], f.first[to] = int32(len(f.to)-2), int32(len(f.to)-1)
}

// maxFlow returns the value of the maximum flow from s to t, or `enough` if that is less.
func (f *flow) maxFlow(s, t, enough int) (total int) {
	f.free = append(f.free[:0], f.full...)
	for total < enough && f.reach(s, t) {
		copy(f.iter, f.first)
		for total < enough {
			pushed := f.push(s, t, enough-total)
			if pushed == 0 {
				break
			}
			total += pushed
		}
	}
	return total
}

// reach computes the distance of every place from s over edges with remaining capacity, and reports whether t
// is reachable. After a maximum flow, the reachable places are on the side of s in a minimum cut.
func (f *flow) reach(s, t int) bool {
	for i := range f.level {
		f.level[i] = -1
	}
	f.level[s] = 0
	f.queue = append(f.queue[:0], int32(s))
	for i := 0; i < len(f.queue); i++ {
		v := f.queue[i]
		for e := f.first[v]; e >= 0; e = f.next[e] {
			if w := f.to[e]; f.free[e] > 0 && f.level[w] < 0 {
				f.level[w] = f.level[v] + 1
				f.queue = append(f.queue, w)
			}
		}
	}
	return f.level[t] >= 0
}

// push increases the flow from v to t by up to limit, over edges that lead to a greater distance.
func (f *flow) push(v, t, limit int) int {
	if v == t {
		return limit
	}
	for ; f.iter[v] >= 0; f.iter[v] = f.next[f.iter[v]] {
		e := f.iter[v]
		w := f.to[e]
		if f.free[e] == 0 || f.level[w] != f.level[v]+1 {
			continue
		}
		if pushed := f.push(int(w), t, min(limit, f.free[e])); pushed > 0 {
			f.free[e] -= pushed
			f.free[e^1] += pushed
			return pushed
		}
	}
	return 0
}
