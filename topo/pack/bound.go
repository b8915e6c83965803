package pack

import "math"

// Bounds are lower bounds on the times of all algorithms, in the time that one block takes over a link of capacity 1. Each is that
// of the worst cut: what must cross it, divided by the capacity of its links. Operations with a root have that of the best root. An
// all-to-all has that of the links on all shortest paths. They are a part of what bench/results.Bound tells.
type Bounds struct {
	Bcast, Reduce            float64
	Allgather, ReduceScatter float64
	Allreduce                float64 // of blocks as long as the whole vector
	Scatter, Gather          float64
	Alltoall                 float64
}

// Bounds returns the bounds of n.
func (n *Network) Bounds() Bounds {
	if n.Nodes() == 1 {
		return Bounds{}
	}
	away, towards := graphOf(n.Network, false), graphOf(n.Network, true)
	return Bounds{
		Bcast: 1 / float64(away.bestCut()), Reduce: 1 / float64(towards.bestCut()),
		Allgather: away.worst().time(), ReduceScatter: towards.worst().time(),
		Allreduce: 1 / float64(min(away.cut(0), towards.cut(0))),
		Scatter:   away.bestReach(), Gather: towards.bestReach(),
		Alltoall: away.travel(),
	}
}

func (r ratio) time() float64 { return float64(r.nodes) / float64(r.links) }

// bestCut returns the smallest cut between the best root and another node.
func (g *graph) bestCut() (most int) {
	for root := range g.nodes {
		most = max(most, g.cut(root))
	}
	return most
}

// bestReach returns the time of a scatter from the best root: the worst ratio of any cut between root and some nodes, which
// all need a block from the other side.
func (g *graph) bestReach() float64 {
	best := math.Inf(1)
	for root := range g.nodes {
		best = min(best, g.reach(root).time())
	}
	return best
}

func (g *graph) reach(root int) ratio {
	out := 0
	for _, a := range g.arcs {
		if a.from == root {
			out += a.capacity
		}
	}
	var f flow
	for r := (ratio{g.nodes - 1, out}); ; {
		f.reset(g.places + 1)
		for _, a := range g.arcs {
			f.edge(a.from, a.to, a.capacity*r.nodes)
		}
		for v := range g.nodes {
			f.edge(v, g.places, r.links)
		}
		all := (g.nodes - 1) * r.links
		if f.most(root, g.places, all+r.links) >= all+r.links { // root's own block needs no link
			return r
		}
		r = g.across(f.level)
		r.nodes = g.nodes - r.nodes // those on the other side
	}
}

// travel returns the time of an all-to-all if all links were busy all the time: the links on the shortest paths between all
// nodes, divided by the capacity of all links. Links so fast that they never limit count for nothing.
func (g *graph) travel() float64 {
	slow := math.MaxInt
	for _, a := range g.arcs {
		slow = min(slow, a.capacity)
	}
	return g.travelOver(func(a arc) bool { return a.capacity < slow*4*g.nodes })
}

func (g *graph) travelOver(counts func(a arc) bool) float64 {
	distance := make([][]int, g.places)
	capacity := 0
	for v := range distance {
		distance[v] = make([]int, g.places)
		for w := range distance[v] {
			if v != w {
				distance[v][w] = math.MaxInt / 2
			}
		}
	}
	for _, a := range g.arcs {
		length := 0
		if counts(a) {
			length, capacity = 1, capacity+a.capacity
		}
		distance[a.from][a.to] = min(distance[a.from][a.to], length)
	}
	shortest(distance)
	sum := 0
	for v := range g.nodes {
		for w := range g.nodes {
			sum += distance[v][w]
		}
	}
	return float64(sum) / float64(max(1, capacity))
}

// shortest completes the distances between neighbours (Floyd and Warshall).
func shortest(d [][]int) {
	for k := range d {
		for i := range d {
			for j := range d {
				d[i][j] = min(d[i][j], d[i][k]+d[k][j])
			}
		}
	}
}
