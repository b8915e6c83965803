package pack

import (
	"sync"

	"topocoll/topo"
)

// A Network is a network with the trees packed into it, and its routes. They are made when they are first asked for, and
// kept. Several goroutines may ask at once.
type Network struct {
	topo.Network
	away, towards direction
	routes        *Routes // between all nodes; away.mu guards it
	node          int     // whose part this is; everyNode: the whole
}

// direction is the trees that lead away from their roots, or those that lead to them.
type direction struct {
	mu     sync.Mutex
	back   bool
	graph  *graph
	one    map[int]*Forest
	all    *Forest
	routes map[int]*Routes
}

// Into returns a network into which no trees have been packed so far.
func Into(n topo.Network) *Network {
	return &Network{Network: n, towards: direction{back: true}, node: everyNode}
}

const everyNode = -1

// From returns trees that lead away from root.
func (n *Network) From(root int) *Forest { return n.away.from(n.Network, root) }

// To returns trees that lead to root.
func (n *Network) To(root int) *Forest { return n.towards.from(n.Network, root) }

// FromAll returns trees that lead away from every node.
func (n *Network) FromAll() *Forest { return n.away.fromAll(n.Network) }

// ToAll returns trees that lead to every node.
func (n *Network) ToAll() *Forest { return n.towards.fromAll(n.Network) }

// Scatter returns routes from root to every other node.
func (n *Network) Scatter(root int) *Routes { return n.away.routesOf(n.Network, root) }

// Gather returns routes from every other node to root.
func (n *Network) Gather(root int) *Routes { return n.towards.routesOf(n.Network, root) }

// Between returns routes between all nodes.
func (n *Network) Between() *Routes {
	n.away.mu.Lock()
	defer n.away.mu.Unlock()
	switch {
	case n.routes != nil:
	case n.away.direct(n.Network):
		n.routes = starRoutes(n.Nodes(), upTo(n.Nodes()), upTo(n.Nodes()))
	default:
		r := n.away.graphOf(n.Network).between()
		n.routes = &r
	}
	return n.routes
}

func (d *direction) from(n topo.Network, root int) *Forest {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.trees(n, root)
}

func (d *direction) routesOf(n topo.Network, root int) *Routes {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.routes[root] == nil {
		if d.routes == nil {
			d.routes = map[int]*Routes{}
		}
		d.routes[root] = d.deal(n, root)
	}
	return d.routes[root]
}

func (d *direction) deal(n topo.Network, root int) *Routes {
	switch all, one := upTo(n.Nodes()), []int{root}; {
	case d.direct(n) && d.back:
		return starRoutes(n.Nodes(), all, one)
	case d.direct(n):
		return starRoutes(n.Nodes(), one, all)
	}
	r := d.graphOf(n).routes(d.trees(n, root), d.back)
	return &r
}

// trees returns the trees of one root; d.mu is locked.
func (d *direction) trees(n topo.Network, root int) *Forest {
	if d.one[root] == nil {
		if d.one == nil {
			d.one = map[int]*Forest{}
		}
		d.one[root] = d.pack(n, root)
	}
	return d.one[root]
}

func (d *direction) pack(n topo.Network, root int) *Forest {
	if d.direct(n) {
		return star(n.Nodes(), []int{root})
	}
	return d.graphOf(n).fromOne(root)
}

// direct reports whether every node sends to every other one directly: on one switch, and where nodes cannot all be reached
// by hops, because of routes that do not agree with each other.
func (d *direction) direct(n topo.Network) bool { return oneSwitch(n) || !d.graphOf(n).connected() }

// graphOf returns the graph of the network; d.mu is locked.
func (d *direction) graphOf(n topo.Network) *graph {
	if d.graph == nil {
		d.graph = graphOf(n, d.back)
	}
	return d.graph
}

func (d *direction) fromAll(n topo.Network) *Forest {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.all != nil {
		return d.all
	}
	if d.direct(n) {
		d.all = star(n.Nodes(), upTo(n.Nodes()))
		return d.all
	}
	d.all = d.graphOf(n).fromAll()
	return d.all
}
