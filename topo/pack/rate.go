package pack

import (
	"math"

	"topocoll/topo"
)

// cut returns the smallest cut between root and any other node: how many trees from root the links can carry.
func (g *graph) cut(root int) int {
	var f flow
	f.reset(g.places)
	for _, a := range g.arcs {
		f.edge(a.from, a.to, a.capacity)
	}
	least := math.MaxInt
	for v := range g.nodes {
		if v != root {
			least = min(least, f.most(root, v, least))
		}
	}
	return least
}

// A ratio is nodes/links of a cut: the nodes on one side, and the capacity of the links that leave that side. It is the time
// in which each of those nodes can send one word to the other side, if a link of capacity 1 carries one word per unit
// of time.
type ratio struct{ nodes, links int }

// worst returns the greatest ratio of any cut with a node on its other side (Dinkelbach: a ratio that all cuts keep is
// that of the last one that did not keep a smaller one).
func (g *graph) worst() ratio {
	r := ratio{g.nodes - 1, 1}
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
	var f flow
	for v := 0; v < g.nodes; v++ {
		for {
			f.reset(g.places + 1)
			for _, a := range g.arcs {
				f.edge(a.from, a.to, a.capacity*r.nodes)
			}
			for u := range g.nodes {
				f.edge(g.places, u, r.links)
			}
			if all := g.nodes * r.links; f.most(g.places, v, all) == all {
				break
			}
			r = g.across(f.level)
		}
	}
	d := topo.GCD(r.nodes, r.links)
	return ratio{r.nodes / d, r.links / d}
}

// across returns the ratio of the cut around the places with a level.
func (g *graph) across(level []int32) (r ratio) {
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
