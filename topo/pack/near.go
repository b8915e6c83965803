package pack

import (
	"math"
	"slices"

	"topocoll/topo"
)

// A treeBalancer chooses the trees of several roots one by one, according to the loads of all other trees. It
// chooses each tree several times. A tree consists of links of low weight, and weights are exponential in the
// loads (multiplicative weights).
type treeBalancer struct {
	*graph
	hopsInto   [][]int // indexed by node: the hops that lead to the node
	lowerBound float64 // lower bound by the worst cut, in units of the time of a share
	loads      []int   // indexed by arc
	weight     []float64
	treeHops   [][]int // indexed by tree and node: the hop that leads to the node
	depthLimit int     // links from nodes of this depth or more get the depthPenalty
}

// On networks of more than generalNodes nodes, nearTrees trees are packed, but at least two from each root.
// On smaller networks, the numbers are a compromise. With fewer trees, the links are loaded less evenly. With
// more trees, short messages take more time (measured: results/networks.md).
const (
	nearTrees        = 128
	nearTreesPerLink = 16 // when packing from one root: trees per link of the smallest cut
	nearTreesPerRoot = 4  // when packing from all roots: trees per root
)

const (
	acceptableTime = 1.01 // the search stops when the time is at most this multiple of the lower bound
	maxPasses      = 60   // maximum number of passes over all trees
	depthPenalty   = 1e6  // factor on the weight of a link from a node at the depth limit
)

// packNear packs trees from the given roots, `parts` from each of them, and sets Excess. `time` is the lower
// bound by the worst cut, in units of the time that a block takes on a link of capacity 1.
func (g *graph) packNear(roots []int, time float64, parts int) (f *Forest) {
	s := &treeBalancer{graph: g, hopsInto: make([][]int, g.nodes), lowerBound: time * float64(parts),
		loads: make([]int, len(g.arcs)), weight: make([]float64, len(g.arcs))}
	for i, h := range g.hops {
		s.hopsInto[h.to] = append(s.hopsInto[h.to], i)
	}
	for _, d := range g.distances() {
		s.depthLimit = max(s.depthLimit, 1+slices.Max(d))
	}
	if g.switched { // every node can send directly to every other node, although not to all at full rate
		s.depthLimit = max(s.depthLimit, 2*topo.CubeDim(g.nodes))
	}
	treeRoots := slices.Repeat(roots, parts)
	s.treeHops = make([][]int, len(treeRoots))
	least := math.Inf(1)
	var best [][]int
	for round := 0; round < maxPasses && least > acceptableTime; round++ {
		steep := 4 + float64(round) // small in the first rounds, in which the loads are unreliable
		for a := range s.arcs {
			s.updateWeight(a, steep)
		}
		for i, root := range treeRoots {
			s.addLoads(s.treeHops[i], -1, steep)
			s.treeHops[i] = s.lightestTree(root)
			s.addLoads(s.treeHops[i], 1, steep)
		}
		if now := s.worstTime(); now < least {
			least, best = now, slices.Clone(s.treeHops)
		}
	}
	var trees []Tree
	for i, root := range treeRoots {
		t := Tree{Root: root, Share: 1, Parent: slices.Repeat([]int{-1}, g.nodes)}
		for v, h := range best[i] {
			if h >= 0 {
				t.Parent[v] = s.hops[h].from
			}
		}
		trees = append(trees, t)
	}
	f = newForest(parts, trees, nil)
	f.Excess = max(0, least-1)
	return f
}

func (s *treeBalancer) updateWeight(a int, steep float64) {
	capacity := float64(s.arcs[a].capacity)
	s.weight[a] = math.Exp(steep*float64(s.loads[a])/capacity/s.lowerBound) / capacity
}

// addLoads adds a load to the arcs of the given hops. It ignores a hop of -1.
func (s *treeBalancer) addLoads(hops []int, load int, steep float64) {
	for _, h := range hops {
		if h < 0 {
			continue
		}
		for _, a := range s.hops[h].arcs {
			s.loads[a] += load
			s.updateWeight(a, steep)
		}
	}
}

// worstTime returns the time of the slowest link as a multiple of the lower bound.
func (s *treeBalancer) worstTime() (most float64) {
	for a, load := range s.loads {
		most = max(most, float64(load)/float64(s.arcs[a].capacity)/s.lowerBound)
	}
	return most
}

func (s *treeBalancer) hopWeight(h int) (sum float64) {
	for _, a := range s.hops[h].arcs {
		sum += s.weight[a]
	}
	return sum
}

// lightestTree returns, for each node, the hop that leads to it in a tree of small weight. Nodes first join
// the tree in the order of their lightest hops. Then nodes are reattached through lighter hops from nodes
// of smaller depth, until there are no such hops.
func (s *treeBalancer) lightestTree(root int) []int {
	by, weight := slices.Repeat([]int{-1}, s.nodes), slices.Repeat([]float64{math.Inf(1)}, s.nodes)
	joined, depth := make([]bool, s.nodes), make([]int, s.nodes)
	for v := root; v >= 0; {
		joined[v] = true
		if v != root {
			depth[v] = depth[s.hops[by[v]].from] + 1
		}
		for _, h := range s.hopsFrom[v] {
			if to := s.hops[h].to; !joined[to] {
				w := s.hopWeight(h)
				if depth[v] >= s.depthLimit {
					w *= depthPenalty
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
			for _, h := range s.hopsInto[v] {
				if w := s.hopWeight(h); w < weight[v] && s.isLessDeep(by, v, s.hops[h].from) {
					by[v], weight[v], better = h, w, true
				}
			}
		}
	}
	return by
}

// isLessDeep reports whether the depth of w is less than the depth of v, so that w is not below v.
func (s *treeBalancer) isLessDeep(by []int, v, w int) bool {
	for by[v] >= 0 && by[w] >= 0 {
		v, w = s.hops[by[v]].from, s.hops[by[w]].from
	}
	return by[w] < 0 && by[v] >= 0
}
