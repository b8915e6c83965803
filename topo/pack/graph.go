package pack

import (
	"cmp"
	"slices"

	"topocoll/topo"
)

// A graph holds the arcs and the hops of a network. Hops are routes between nodes, and trees consist of hops.
type graph struct {
	arcGraph
	hosts    int     // number of hosts on which nodes run
	hops     []hop   // sorted by starting node, then by length
	hopsFrom [][]int // indexed by node: the hops that start there
	switched bool    // at least one hop passes through a switch
}

// An arcGraph holds the arcs of a network. Arcs join places, and their capacities determine cuts and bounds.
// The numbers of nodes are below `nodes`, and the numbers of switches begin at `nodes`.
type arcGraph struct {
	nodes, places int
	arcs          []arc
}

// An arc stands for all links from one place to another.
type arc struct{ from, to, capacity int }

// A hop is a route between two nodes that passes only through switches.
type hop struct {
	from, to int
	arcs     []int
}

// withSwitch replaces a crossbar by a star, in which a message also uses a link at its sender. The ranks of a
// placed crossbar stay on their nodes.
func withSwitch(n topo.Network) topo.Network {
	switch n := n.(type) {
	case topo.Crossbar:
		return topo.NewStar(n.Size)
	case *topo.Placed:
		crossbar, on, _ := n.Alone()
		placed, err := topo.NewPlaced(withSwitch(crossbar), on)
		if err != nil {
			panic(err) // impossible: the star has the nodes of the crossbar
		}
		return placed
	}
	return n
}

// graphOf returns the graph of a network. If `back` is true, every link and route is reversed, because trees
// that lead to their root are constructed from the root outwards.
func graphOf(n topo.Network, back bool) *graph {
	n = withSwitch(n)
	g := &graph{arcGraph: arcGraph{nodes: n.Nodes(), places: topo.Places(n)}, hosts: n.Nodes()}
	if p, shared := n.(*topo.Placed); shared {
		g.hosts = p.Hosts()
	}
	of := map[int32]int{}  // the arc of each link that a route has used
	at := map[[2]int]int{} // the arc of each pair of places
	var path []int32
	for from := range g.nodes {
		for to := range g.nodes {
			if from == to {
				continue
			}
			path = n.Route(path[:0], from, to)
			for _, link := range path {
				if _, used := of[link]; used {
					continue
				}
				a, b := n.Ends(link)
				if back {
					a, b = b, a
				}
				i, known := at[[2]int{a, b}]
				if !known {
					i = len(g.arcs)
					at[[2]int{a, b}] = i
					g.arcs = append(g.arcs, arc{from: a, to: b})
				}
				g.arcs[i].capacity += topo.Capacity(n, link)
				of[link] = i
			}
			if h, direct := g.hopAlong(n, path, of); direct {
				h.from, h.to = from, to
				if back {
					h.from, h.to = to, from
					slices.Reverse(h.arcs)
				}
				g.hops = append(g.hops, h)
			}
		}
	}
	slices.SortStableFunc(g.hops,
		func(a, b hop) int { return cmp.Or(a.from-b.from, len(a.arcs)-len(b.arcs)) })
	g.hopsFrom = make([][]int, g.nodes)
	for i, h := range g.hops {
		g.hopsFrom[h.from] = append(g.hopsFrom[h.from], i)
		g.switched = g.switched || len(h.arcs) > 1
	}
	return g
}

// hopAlong converts a route to a hop. direct is false if the route passes through another node.
func (g *graph) hopAlong(n topo.Network, path []int32, of map[int32]int) (h hop, direct bool) {
	for i, link := range path {
		if from, _ := n.Ends(link); i > 0 && from < g.nodes {
			return h, false
		}
		h.arcs = append(h.arcs, of[link])
	}
	return h, true
}

// capacities returns the capacity of every arc, multiplied by scale. A capacity above the total demand times
// the number of nodes is reduced to this product, because no arc needs more.
func (g *arcGraph) capacities(scale int, demand []int) []int {
	all := 0
	for _, shares := range demand {
		all += shares
	}
	free := make([]int, len(g.arcs))
	for i, a := range g.arcs {
		free[i] = min(a.capacity*scale, all*g.nodes)
	}
	return free
}

// connected reports whether hops lead from node 0 to every other node and back.
func (g *graph) connected() bool {
	reach := func(ends func(h hop) (from, to int)) int {
		seen := map[int]bool{0: true}
		for found := true; found; {
			found = false
			for _, h := range g.hops {
				if from, to := ends(h); seen[from] && !seen[to] {
					seen[to], found = true, true
				}
			}
		}
		return len(seen)
	}
	return reach(func(h hop) (int, int) { return h.from, h.to }) == g.nodes &&
		reach(func(h hop) (int, int) { return h.to, h.from }) == g.nodes
}
