package circulant

import "topocoll/topo"

// A graph is a circulant graph of p nodes: node i is linked with i ± skip[k] for every k below q = ceil(log p), where skip[q] is p and
// every skip[k] is half of the next one, rounded up. So node i can be reached from node 0 over each of its last links, skip[k], in
// steps that become longer and longer.
type graph struct {
	p, q int
	skip [maxSkips]int
}

const maxSkips = 65 // for a p of 64 bits

func graphOf(p int) graph {
	g := graph{p: p, q: topo.CubeDim(p)}
	g.skip[g.q] = p
	for k := g.q; k > 0; k-- {
		g.skip[k-1] = (g.skip[k] + 1) / 2
	}
	return g
}

// A schedule is the blocks that a node receives in the rounds of a phase of q rounds, relative to the block that node 0 sends first in
// that phase: one that is sent in the phase, the others of the phases before. In the next phase they are q more.
type schedule [maxSkips]int

// receives returns the schedule of node r. Node 0 receives nothing; what it sends in round k is block k.
//
// A block goes over longer and longer distances, and block k over skip[k] first. In round k node r receives over skip[k], at the end of
// a sum of distances that is between r - skip[k+1] and r - skip[k] besides. The search finds such a sum for each k in turn, whose shortest
// distance is in none of the others: so all blocks are different ones. (Träff 2024 has the proof that there always is one.)
func (g graph) receives(r int) schedule {
	s := search{graph: g, r: g.p + r, ends: 2 * g.p}
	for e := range g.q + 1 {
		s.shorter[e+1], s.longer[e+1] = e, e+2
	}
	s.shorter[0], s.longer[g.q+1] = g.q+1, 0
	first := g.first(r)
	s.leaveOut(first)
	s.from(0, s.shorter[0]-1, 0)
	for k := range g.q {
		if s.found[k] -= g.q; s.found[k] == 0 {
			s.found[k] = first // the only one of this phase
		}
	}
	return s.found
}

// first returns the shortest distance in the sum for r that has the longest ones there are; q for 0. It is that of the block of the
// same phase.
func (g graph) first(r int) int {
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

// A search is that of receives. The distances that are left are a list from the longest to the shortest; e is at place e+1 of it, and
// its end at place 0.
type search struct {
	graph
	r, ends         int // the node, once round the graph; where the last sum found ends
	shorter, longer [maxSkips + 2]int
	found           schedule
}

func (s *search) leaveOut(e int) {
	s.longer[s.shorter[e+1]], s.shorter[s.longer[e+1]] = s.longer[e+1], s.shorter[e+1]
}

// from continues a sum by the distance e and shorter ones, for round k and those after it, and returns the first round for which it
// has found none.
func (s *search) from(sum, e, k int) int {
	for ; e >= 0; e = s.shorter[e+1] - 1 {
		next := sum + s.skip[e]
		if next > s.r-s.skip[k] || next >= s.ends {
			continue
		}
		if next <= s.r-s.after(k) {
			k = s.from(next, e, k)
		}
		if sum > s.r-s.after(k) {
			return k
		}
		s.ends, s.found[k] = next, e
		s.leaveOut(e)
		k++
	}
	return k
}

// after is the distance of the round after k; after the last one there is none.
func (s *search) after(k int) int {
	if k == s.q {
		return 4 * s.p
	}
	return s.skip[k+1]
}
