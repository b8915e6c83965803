package pack

import "slices"

// A flowSolver computes maximum flows by Dinic's algorithm. gonum's implementation on map-based graphs takes
// several hundred times as long, and a packing needs thousands of flows.
type flowSolver struct {
	firstEdge          []int32 // first edge of each place; -1 if the place has no edge
	nextEdge, to       []int32 // indexed by edge; edge e^1 is the reverse of edge e
	residual, capacity []int   // remaining and total capacity of each edge
	level              []int32
	currentEdge        []int32
	queue              []int32
}

// reset makes f a network of the given number of places that has no edges.
func (f *flowSolver) reset(places int) {
	f.firstEdge = slices.Grow(f.firstEdge[:0], places)[:places]
	for i := range f.firstEdge {
		f.firstEdge[i] = -1
	}
	f.level = slices.Grow(f.level[:0], places)[:places]
	f.currentEdge = slices.Grow(f.currentEdge[:0], places)[:places]
	f.nextEdge, f.to, f.capacity = f.nextEdge[:0], f.to[:0], f.capacity[:0]
}

func (f *flowSolver) addEdge(from, to, capacity int) {
	f.nextEdge = append(f.nextEdge, f.firstEdge[from], f.firstEdge[to])
	f.to = append(f.to, int32(to), int32(from))
	f.capacity = append(f.capacity, capacity, 0)
	f.firstEdge[from], f.firstEdge[to] = int32(len(f.to)-2), int32(len(f.to)-1)
}

// maxFlow returns the maximum flow from s to t, or `enough` if that is less.
func (f *flowSolver) maxFlow(s, t, enough int) (total int) {
	f.residual = append(f.residual[:0], f.capacity...)
	for total < enough && f.searchLevels(s, t) {
		copy(f.currentEdge, f.firstEdge)
		for total < enough {
			pushed := f.pushFlow(s, t, enough-total)
			if pushed == 0 {
				break
			}
			total += pushed
		}
	}
	return total
}

// searchLevels sets every place's level to its distance from s over edges with residual capacity, and reports
// whether t is reachable. After a maximum flow, the reachable places are on the side of s in a minimum cut.
func (f *flowSolver) searchLevels(s, t int) bool {
	for i := range f.level {
		f.level[i] = -1
	}
	f.level[s] = 0
	f.queue = append(f.queue[:0], int32(s))
	for i := 0; i < len(f.queue); i++ {
		v := f.queue[i]
		for e := f.firstEdge[v]; e >= 0; e = f.nextEdge[e] {
			if w := f.to[e]; f.residual[e] > 0 && f.level[w] < 0 {
				f.level[w] = f.level[v] + 1
				f.queue = append(f.queue, w)
			}
		}
	}
	return f.level[t] >= 0
}

// pushFlow increases the flow from v to t by up to `limit`, over edges that lead to the next level.
func (f *flowSolver) pushFlow(v, t, limit int) int {
	if v == t {
		return limit
	}
	for ; f.currentEdge[v] >= 0; f.currentEdge[v] = f.nextEdge[f.currentEdge[v]] {
		e := f.currentEdge[v]
		w := f.to[e]
		if f.residual[e] == 0 || f.level[w] != f.level[v]+1 {
			continue
		}
		if pushed := f.pushFlow(int(w), t, min(limit, f.residual[e])); pushed > 0 {
			f.residual[e] -= pushed
			f.residual[e^1] += pushed
			return pushed
		}
	}
	return 0
}
