package circulant

import "topocoll/topo"

// A circulantGraph has p nodes: node i is linked to i ± skip[k] for every k below q = ceil(log p). skip[q] is
// p, and every skip[k] is half of skip[k+1], rounded up. Each node can therefore be reached from node 0 in
// steps of increasing distance.
type circulantGraph struct {
	p, q int
	skip [maxSkips]int
}

const maxSkips = 65 // enough for any p of 64 bits

func newGraph(p int) circulantGraph {
	g := circulantGraph{p: p, q: topo.CubeDim(p)}
	g.skip[g.q] = p
	for k := g.q; k > 0; k-- {
		g.skip[k-1] = (g.skip[k] + 1) / 2
	}
	return g
}

// longestSkip returns the longest distance between linked nodes, ceil(p/2). It is 1 for one node.
func (g circulantGraph) longestSkip() int { return (g.p + 1) / 2 }

// A schedule holds the numbers of the blocks that a node receives in the q rounds of a phase, relative to the
// first block that node 0 sends in the phase. Node 0 sends one of these blocks in the same phase, and it has
// sent the other blocks in earlier phases. In the next phase, every number is greater by q.
type schedule [maxSkips]int

// receiveSchedule returns the schedule of node r. Node 0 receives nothing; it sends block k in round k.
//
// A block travels over increasing distances. Block k leaves node 0 over distance skip[k]. In round k, node r
// receives a block over distance skip[k]. To find the number of this block, receiveSchedule finds a sum of
// distances that is greater than r - skip[k+1] and at most r - skip[k]. The number of the block is the index
// of the shortest distance in the sum. The search finds such a sum for each k in turn. No other sum contains
// its shortest distance, so all blocks are different. (Träff 2024 proves that such a sum always exists.)
func (g circulantGraph) receiveSchedule(r int) schedule {
	s := scheduleSearch{circulantGraph: g, r: g.p + r, ends: 2 * g.p}
	for e := range g.q + 1 {
		s.shorter[e+1], s.longer[e+1] = e, e+2
	}
	s.shorter[0], s.longer[g.q+1] = g.q+1, 0
	first := g.samePhaseBlock(r)
	s.removeDistance(first)
	s.extend(0, s.shorter[0]-1, 0)
	for k := range g.q {
		if s.found[k] -= g.q; s.found[k] == 0 {
			s.found[k] = first // of all blocks in the schedule, node 0 sends only `first` in this phase
		}
	}
	return s.found
}

// samePhaseBlock returns the number of the block in the schedule of node r that node 0 sends in the same
// phase. It writes r as a sum of distances, each as long as possible, and returns the index of the shortest
// one. For r = 0 it returns q.
func (g circulantGraph) samePhaseBlock(r int) int {
	for k := g.q - 1; k >= 0; k-- {
		switch {
		case r == g.skip[k]:
			return k
		case r > g.skip[k]:
			r -= g.skip[k]
		}
	}
	return g.q
}

// A scheduleSearch is the state of the search in receiveSchedule. The fields `shorter` and `longer` link the
// remaining distances into a ring, from the longest to the shortest. In this ring, skip[e] has index e+1, and
// index 0 marks the end.
type scheduleSearch struct {
	circulantGraph
	r, ends         int // r is the node's label plus p, and ends is the last sum that was found
	shorter, longer [maxSkips + 2]int
	found           schedule
}

func (s *scheduleSearch) removeDistance(e int) {
	s.longer[s.shorter[e+1]], s.shorter[s.longer[e+1]] = s.longer[e+1], s.shorter[e+1]
}

// extend adds distance skip[e] or shorter distances to a partial sum, to find the sums of round k and later
// rounds. It returns the first round for which it has found no sum.
func (s *scheduleSearch) extend(sum, e, k int) int {
	for ; e >= 0; e = s.shorter[e+1] - 1 {
		next := sum + s.skip[e]
		if next > s.r-s.skip[k] || next >= s.ends {
			continue
		}
		if next <= s.r-s.distanceAfter(k) {
			k = s.extend(next, e, k)
		}
		if sum > s.r-s.distanceAfter(k) {
			return k
		}
		s.ends, s.found[k] = next, e
		s.removeDistance(e)
		k++
	}
	return k
}

// distanceAfter returns skip[k+1]. For k = q there is no such skip. distanceAfter then returns 4p, which is
// larger than any sum of distances.
func (s *scheduleSearch) distanceAfter(k int) int {
	if k == s.q {
		return 4 * s.p
	}
	return s.skip[k+1]
}
