package pack

// fromOne packs trees from one root. Where messages pass through switches, the links of root may carry no more than one
// tree, which then is a chain; so there each tree is cut into one for every other host, which need not go on from the same node.
func (g *graph) fromOne(root int) *Forest {
	scale, most := 1, g.nodes
	if g.switched {
		scale, most = max(1, g.hosts-1), 1
	}
	demand := make([]int, g.nodes)
	demand[root] = scale * g.cut(root)
	return forest(g.nodes, demand[root], g.grow(g.split(g.capacities(scale, demand), demand), demand, most).whole)
}

// fromAll packs trees from all roots.
func (g *graph) fromAll() *Forest {
	r := g.worst()
	demand := make([]int, g.nodes)
	for root := range demand {
		demand[root] = r.links
	}
	return forest(g.nodes, r.links, g.grow(g.split(g.capacities(r.nodes, demand), demand), demand, r.links).whole)
}
