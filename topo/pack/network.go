package pack

import (
	"slices"
	"sync"

	"topocoll/topo"
)

// A Network is a network with the trees packed into it, and its routes. They are made when they are first asked for, and
// kept. Several goroutines may ask at once.
type Network struct {
	topo.Network
	away, towards direction
	routes        *Routes // between all nodes; away.mu guards it
	order         []int   // see Order; away.mu guards it
	node          int     // whose part this is; everyNode: the whole
}

// direction is the trees that lead away from their roots, or those that lead to them.
type direction struct {
	mu      sync.Mutex
	network topo.Network
	back    bool
	known   *graph  // of the network, once it is needed
	walked  [][]int // once they are needed
	single  *bool   // see alone; once it is needed
	one     map[int]*Forest
	all     *Forest
	routes  map[int]*Routes
}

// Into returns a network into which no trees have been packed so far.
func Into(n topo.Network) *Network {
	return &Network{Network: n, node: everyNode,
		away:    direction{network: n, one: map[int]*Forest{}, routes: map[int]*Routes{}},
		towards: direction{network: n, one: map[int]*Forest{}, routes: map[int]*Routes{}, back: true}}
}

const everyNode = -1

// From returns trees that lead away from root.
func (n *Network) From(root int) *Forest { return n.away.from(root) }

// To returns trees that lead to root.
func (n *Network) To(root int) *Forest { return n.towards.from(root) }

// FromAll returns trees that lead away from every node.
func (n *Network) FromAll() *Forest { return n.away.fromAll() }

// ToAll returns trees that lead to every node.
func (n *Network) ToAll() *Forest { return n.towards.fromAll() }

// Scatter returns routes from root to every other node.
func (n *Network) Scatter(root int) *Routes { return n.away.routesOf(root) }

// Gather returns routes from every other node to root.
func (n *Network) Gather(root int) *Routes { return n.towards.routesOf(root) }

// Between returns routes between all nodes.
func (n *Network) Between() *Routes {
	n.away.mu.Lock()
	defer n.away.mu.Unlock()
	switch {
	case n.routes != nil:
	case n.away.alone():
		n.routes = starRoutes(n.Nodes(), upTo(n.Nodes()), upTo(n.Nodes()))
	default:
		r := n.away.graph().between()
		n.routes = &r
	}
	return n.routes
}

func (d *direction) from(root int) *Forest {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.trees(root)
}

func (d *direction) routesOf(root int) *Routes {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.routes[root] == nil {
		d.routes[root] = d.deal(root)
	}
	return d.routes[root]
}

func (d *direction) deal(root int) *Routes {
	p := d.network.Nodes()
	switch all, one := upTo(p), []int{root}; {
	case d.alone() && d.back:
		return starRoutes(p, all, one)
	case d.alone():
		return starRoutes(p, one, all)
	}
	r := d.graph().routes(d.trees(root), d.back)
	return &r
}

// direct reports whether every node sends to every other one directly: on one switch, and where nodes cannot all be reached
// by hops, because of routes that do not agree with each other. d.mu is locked.
func (d *direction) direct() bool { return oneSwitch(d.network) || !d.graph().connected() }

// alone reports whether blocks for one node each go directly: where direct says so, and on many nodes that have one link each which
// limits them, as it does if trees follow a walk. d.mu is locked.
func (d *direction) alone() bool {
	if d.single == nil {
		many := d.network.Nodes() > quickly
		single := many && leaves(d.network) && d.walkedOne(0) != nil || d.direct()
		d.single = &single
	}
	return *d.single
}

// leaves reports whether no node can lie between others, as every one has links with a single place.
func leaves(n topo.Network) bool {
	neighbour := slices.Repeat([]int{-1}, n.Nodes())
	single := func(node, place int) bool {
		if node >= len(neighbour) {
			return true
		}
		known := neighbour[node]
		neighbour[node] = place
		return known < 0 || known == place
	}
	for link := range int32(n.Links()) {
		if from, to := n.Ends(link); !single(from, to) || !single(to, from) {
			return false
		}
	}
	return true
}

// graph returns the graph of the network; d.mu is locked.
func (d *direction) graph() *graph {
	if d.known == nil {
		d.known = graphOf(d.network, d.back)
	}
	return d.known
}
