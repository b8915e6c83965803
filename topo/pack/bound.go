package pack

import (
	"math"
	"slices"

	"topocoll/topo"
)

// minCut returns the capacity of the smallest cut that separates root from another node. The links can carry
// exactly this number of trees from root.
func (g *arcGraph) minCut(root int) int {
	f := g.newFlow(0, 1)
	least := math.MaxInt
	for v := range g.nodes {
		if v != root {
			least = min(least, f.maxFlow(root, v, least))
		}
	}
	return least
}

// newFlow returns a solver whose edges are the arcs of g. The capacities of the edges are multiplied by
// `scale`. The solver has the given number of additional places, numbered from g.places.
func (g *arcGraph) newFlow(additional, scale int) *flowSolver {
	f := &flowSolver{}
	f.reset(g.places + additional)
	for _, a := range g.arcs {
		f.addEdge(a.from, a.to, a.capacity*scale)
	}
	return f
}

// A cutRatio describes a cut. It holds the number of nodes on one side, and the capacity of the links that
// leave that side. The ratio nodes/links is the time in which each of the nodes sends one word to the other
// side, if a link of capacity 1 carries one word per unit of time.
type cutRatio struct{ nodes, links int }

// worstCut returns the greatest ratio of all cuts with nodes on both sides. It uses Dinkelbach's method,
// which replaces the current cut by a worse one until no worse cut exists.
func (g *arcGraph) worstCut() cutRatio {
	r := cutRatio{g.nodes - 1, 1}
	for v := range g.nodes {
		in := 0
		for _, a := range g.arcs {
			if a.to == v {
				in += a.capacity
			}
		}
		if v == 0 || in < r.links {
			r.links = in
		}
	}
	for v := 0; v < g.nodes; v++ {
		for {
			f := g.newFlow(1, r.nodes)
			for u := range g.nodes {
				f.addEdge(g.places, u, r.links)
			}
			if all := g.nodes * r.links; f.maxFlow(g.places, v, all) == all {
				break
			}
			r = g.cutAround(f.level)
		}
	}
	d := topo.GCD(r.nodes, r.links)
	return cutRatio{r.nodes / d, r.links / d}
}

// cutAround returns the ratio of the cut around the places whose level is 0 or more.
func (g *arcGraph) cutAround(level []int32) (r cutRatio) {
	for u := range g.nodes {
		if level[u] >= 0 {
			r.nodes++
		}
	}
	for _, a := range g.arcs {
		if level[a.from] >= 0 && level[a.to] < 0 {
			r.links += a.capacity
		}
	}
	return r
}

// Bounds are lower bounds on the times of all algorithms, in units of the time that one block takes on a link
// of capacity 1. Except for the all-to-all, each follows from the worst cut: the data that must cross the
// cut, divided by the capacity of its links. Operations with a root have the bound of the best root. An
// all-to-all has the larger of two bounds. One follows from the cuts around groups of consecutive nodes. The
// other follows from the lengths of the shortest paths and the total capacity of all links.
type Bounds struct {
	Bcast, Reduce            float64
	Allgather, ReduceScatter float64
	Allreduce                float64 // here the block is the whole vector
	Scatter, Gather          float64
	Alltoall                 float64
}

// Bounds returns the lower bounds for n.
func (n *Network) Bounds() Bounds {
	if n.Nodes() == 1 {
		return Bounds{}
	}
	away, towards := graphOf(n.Network, false), graphOf(n.Network, true)
	return Bounds{
		Bcast: 1 / float64(away.bestCut()), Reduce: 1 / float64(towards.bestCut()),
		Allgather: away.worstCut().time(), ReduceScatter: towards.worstCut().time(),
		Allreduce: 1 / float64(min(away.minCut(0), towards.minCut(0))),
		Scatter:   away.bestScatterTime(), Gather: towards.bestScatterTime(),
		Alltoall: max(away.alltoallDistanceTime(), away.alltoallCutTime()),
	}
}

func (r cutRatio) time() float64 { return float64(r.nodes) / float64(r.links) }

func (g *arcGraph) bestCut() (most int) {
	for root := range g.nodes {
		most = max(most, g.minCut(root))
	}
	return most
}

// bestScatterTime returns the lower bound on the time of a scatter from the best root.
func (g *arcGraph) bestScatterTime() float64 {
	best := math.Inf(1)
	for root := range g.nodes {
		best = min(best, g.worstScatterCut(root).time())
	}
	return best
}

// worstScatterCut returns the worst cut for a scatter from root. In the result, nodes is the number of nodes
// that the cut separates from root, because each of them needs a block.
func (g *arcGraph) worstScatterCut(root int) cutRatio {
	out := 0
	for _, a := range g.arcs {
		if a.from == root {
			out += a.capacity
		}
	}
	for r := (cutRatio{g.nodes - 1, out}); ; {
		f := g.newFlow(1, r.nodes)
		for v := range g.nodes {
			f.addEdge(v, g.places, r.links)
		}
		all := (g.nodes - 1) * r.links
		if f.maxFlow(root, g.places, all+r.links) >= all+r.links { // the block of root itself needs no link
			return r
		}
		r = g.cutAround(f.level)
		r.nodes = g.nodes - r.nodes // count the nodes on the other side
	}
}

// alltoallCutTime returns a lower bound on the time of an all-to-all. For every k that divides the number of
// nodes, the blocks from each group of k consecutive nodes must cross the cut around the group. A group may
// be a leaf of a fat tree, a group of a dragonfly, a row of a torus or a branch of a tree.
func (g *arcGraph) alltoallCutTime() (most float64) {
	for k := 1; k < g.nodes; k++ {
		for first := 0; g.nodes%k == 0 && first < g.nodes; first += k {
			blocks := k * (g.nodes - k)
			most = max(most, float64(blocks)/float64(max(1, g.cutOfGroup(first, k))))
		}
	}
	return most
}

// cutOfGroup returns the capacity of the smallest cut around k consecutive nodes.
func (g *arcGraph) cutOfGroup(first, k int) int {
	f := g.newFlow(2, 1)
	all := 1
	for _, a := range g.arcs {
		all += a.capacity
	}
	group, others := g.places, g.places+1
	for v := range g.nodes {
		if first <= v && v < first+k {
			f.addEdge(group, v, all)
		} else {
			f.addEdge(v, others, all)
		}
	}
	return f.maxFlow(group, others, all)
}

// alltoallDistanceTime returns the time of an all-to-all that keeps all links busy. This is the total length
// of the shortest paths, divided by the total capacity of the links. Links that are never the bottleneck do
// not count.
func (g *arcGraph) alltoallDistanceTime() float64 {
	slow := math.MaxInt
	for _, a := range g.arcs {
		slow = min(slow, a.capacity)
	}
	distance, capacity := newDistances(g.places), 0
	for _, a := range g.arcs {
		length := 0
		if a.capacity < slow*4*g.nodes {
			length, capacity = 1, capacity+a.capacity
		}
		distance[a.from][a.to] = min(distance[a.from][a.to], length)
	}
	completeDistances(distance)
	sum := 0
	for v := range g.nodes {
		for w := range g.nodes {
			sum += distance[v][w]
		}
	}
	return float64(sum) / float64(max(1, capacity))
}

// newDistances returns the distances between places without links: 0 from each place to itself, and a very
// large number between different places.
func newDistances(places int) [][]int {
	distance := make([][]int, places)
	for v := range distance {
		distance[v] = slices.Repeat([]int{math.MaxInt / 2}, places)
		distance[v][v] = 0
	}
	return distance
}

// completeDistances extends the distances between neighbours to all pairs of places (Floyd-Warshall).
func completeDistances(d [][]int) {
	for k := range d {
		for i := range d {
			for j := range d {
				d[i][j] = min(d[i][j], d[i][k]+d[k][j])
			}
		}
	}
}
