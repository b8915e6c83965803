package pack

import (
	"math"
	"slices"

	"topocoll/topo"
)

// A sharing is trees from several roots that are chosen one by one, each by the loads that the others put on the links: a tree takes those
// links that have least weight, and weights are exponential in the loads (multiplicative weights). Each is chosen anew many times. So its
// trees need more time than the worst cut allows; by how much is known, because the worst cut is.
type sharing struct {
	*graph
	into   [][]int // by node: the hops that lead to it
	time   float64 // of the worst cut, for the shares of one root
	loads  []int   // by arc
	weight []float64
	trees  []*batch
	hop    [][]int // by tree and node: the hop by which it is reached
	deep   int     // beyond this depth trees grow only where they must
}

const (
	mostTrees  = 128  // where the roots are fewer; else there are two for each
	enough     = 1.01 // times the worst cut; then no tree is chosen anew
	mostRounds = 60   // of choosing all trees
	far        = 1e6  // times the weight of a link from a node that is as deep as trees should be
)

// near packs trees from some roots, for which the worst cut takes a time with blocks of one unit. f.Excess says how near they are to it.
func (g *graph) near(roots []int, time float64) (f *Forest) {
	parts := max(2, mostTrees/len(roots))
	s := &sharing{graph: g, into: make([][]int, g.nodes), time: time * float64(parts), loads: make([]int, len(g.arcs)), weight: make([]float64, len(g.arcs))}
	for i, h := range g.hops {
		s.into[h.to] = append(s.into[h.to], i)
	}
	for _, d := range g.distances() {
		s.deep = max(s.deep, 1+slices.Max(d))
	}
	if g.switched { // where a node may send to any other one, but not to many
		s.deep = max(s.deep, 2*topo.CubeDim(g.nodes))
	}
	for part := range parts * len(roots) {
		s.trees = append(s.trees, batchOf(roots[part%len(roots)], 1, g.nodes, func([]int) {}))
		s.hop = append(s.hop, nil)
	}
	least := math.Inf(1)
	var best [][]int
	for round := 0; round < mostRounds && least > enough; round++ {
		steep := 4 + float64(round) // the first trees have loads to choose by that mean little
		for a := range s.arcs {
			s.weigh(a, steep)
		}
		for i, b := range s.trees {
			s.put(s.hop[i], -1, steep)
			s.hop[i] = s.lightest(b.root)
			s.put(s.hop[i], 1, steep)
		}
		if now := s.most(); now < least {
			least, best = now, slices.Clone(s.hop)
		}
	}
	for i, b := range s.trees {
		for v, h := range best[i] {
			if h >= 0 {
				b.parent[v] = s.hops[h].from
			}
		}
		b.depth = depths(b.parent)
	}
	f = forest(g.nodes, parts, s.trees)
	f.Excess = max(0, least-1)
	return f
}

// weigh sets the weight of an arc by its load.
func (s *sharing) weigh(a int, steep float64) {
	capacity := float64(s.arcs[a].capacity)
	s.weight[a] = math.Exp(steep*float64(s.loads[a])/capacity/s.time) / capacity
}

// put adds the loads of some hops, -1 for none, to the arcs.
func (s *sharing) put(hops []int, load int, steep float64) {
	for _, h := range hops {
		if h < 0 {
			continue
		}
		for _, a := range s.hops[h].arcs {
			s.loads[a] += load
			s.weigh(a, steep)
		}
	}
}

// most returns the time of the link with the most load, as a multiple of that of the worst cut.
func (s *sharing) most() (most float64) {
	for a, load := range s.loads {
		most = max(most, float64(load)/float64(s.arcs[a].capacity)/s.time)
	}
	return most
}

func (s *sharing) heavy(h int) (sum float64) {
	for _, a := range s.hops[h].arcs {
		sum += s.weight[a]
	}
	return sum
}

// lightest returns, by node, the hop of a light tree from a root: the nodes join it by the lightest hop that there is, and then every
// node takes a lighter hop from a node that does not lie beyond it, if there is one.
func (s *sharing) lightest(root int) []int {
	by, weight := slices.Repeat([]int{-1}, s.nodes), slices.Repeat([]float64{math.Inf(1)}, s.nodes)
	joined, depth := make([]bool, s.nodes), make([]int, s.nodes)
	for v := root; v >= 0; {
		joined[v] = true
		if v != root {
			depth[v] = depth[s.hops[by[v]].from] + 1
		}
		for _, h := range s.from[v] {
			if to := s.hops[h].to; !joined[to] {
				w := s.heavy(h)
				if depth[v] >= s.deep {
					w *= far
				}
				if w < weight[to] {
					by[to], weight[to] = h, w
				}
			}
		}
		v = -1
		for w := range s.nodes {
			if !joined[w] && by[w] >= 0 && (v < 0 || weight[w] < weight[v]) {
				v = w
			}
		}
	}
	for better := true; better; {
		better = false
		for v := range s.nodes {
			if v == root {
				continue
			}
			for _, h := range s.into[v] {
				if w := s.heavy(h); w < weight[v] && s.before(by, v, s.hops[h].from) {
					by[v], weight[v], better = h, w, true
				}
			}
		}
	}
	return by
}

// before reports whether w is less deep than v in a tree, so that it does not lie beyond v.
func (s *sharing) before(by []int, v, w int) bool {
	for by[v] >= 0 && by[w] >= 0 {
		v, w = s.hops[by[v]].from, s.hops[by[w]].from
	}
	return by[w] < 0 && by[v] >= 0
}
