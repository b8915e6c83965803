package pack

import (
	"slices"
	"sync"

	"topocoll/topo"
)

// A Network is a network with spanning trees and routes packed into it. Trees and routes are constructed on
// first use and cached. Several goroutines may use a Network at the same time.
type Network struct {
	topo.Network
	away, towards *directedPacking
	routes        *Routes // routes between all nodes; guarded by away.mu
	order         []int   // result of Order; guarded by away.mu
	hosts         func() *Hosts
	separate      func() *Hosts // each node as a host
	node          int           // the node for which the Network holds data, or everyNode
}

// A directedPacking caches trees and routes of one direction. The trees and routes lead away from their roots
// or, if `reversed` is true, towards their roots. The functions compute their results on first use.
type directedPacking struct {
	network         topo.Network
	reversed        bool
	graph           func() *graph
	walks           func() [][]int // result of candidateWalks
	routesAreDirect func() bool

	mu           sync.Mutex // guards the following fields
	treesByRoot  map[int]*Forest
	allTrees     *Forest
	routesByRoot map[int]*Routes
}

// Into returns a Network for n into which no trees are packed yet.
func Into(n topo.Network) *Network {
	return &Network{Network: n, node: everyNode, away: newDirectedPacking(n, false),
		towards:  newDirectedPacking(n, true),
		hosts:    sync.OnceValue(func() *Hosts { return hostsOf(n) }),
		separate: sync.OnceValue(func() *Hosts { return newHosts(topo.Integers(n.Nodes())) })}
}

// IntoRanks is like Into for the network between p ranks that run on the nodes of n. Rank i runs on node
// on[i]. If `on` is nil, rank i runs on node i.
func IntoRanks(n topo.Network, p int, on []int) (*Network, error) {
	if on == nil {
		if n.Nodes() == p {
			return Into(n), nil
		}
		on = topo.Integers(p)
	}
	placed, err := topo.NewPlaced(n, on)
	if err != nil {
		return nil, err
	}
	return Into(placed), nil
}

func newDirectedPacking(n topo.Network, reversed bool) *directedPacking {
	d := &directedPacking{network: n, reversed: reversed, treesByRoot: map[int]*Forest{},
		routesByRoot: map[int]*Routes{}}
	d.graph = sync.OnceValue(func() *graph { return graphOf(n, reversed) })
	d.walks = sync.OnceValue(func() [][]int { return candidateWalks(n) })
	d.routesAreDirect = sync.OnceValue(d.findDirectRoutes)
	return d
}

const everyNode = -1

// Serves reports whether the given node can use n. This is true if n is a whole network, or if n is the
// network for this node.
func (n *Network) Serves(node int) bool { return n.node == everyNode || n.node == node }

// From returns trees that lead from node `root` to all other nodes.
func (n *Network) From(root int) *Forest { return n.away.treesOf(root) }

// To returns trees that lead from all other nodes to node `root`.
func (n *Network) To(root int) *Forest { return n.towards.treesOf(root) }

// FromAll returns, for every node, trees that lead from this node to all other nodes.
func (n *Network) FromAll() *Forest { return n.away.fromAll() }

// ToAll returns, for every node, trees that lead from all other nodes to this node.
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
	case n.away.routesAreDirect():
		n.routes = starRoutes(n.Nodes(), topo.Integers(n.Nodes()), topo.Integers(n.Nodes()))
	default:
		n.routes = n.away.graph().balanceRoutes()
	}
	return n.routes
}

func (d *directedPacking) treesOf(root int) *Forest {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.treesOfLocked(root)
}

func (d *directedPacking) routesOf(root int) *Routes {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.routesByRoot[root] == nil {
		d.routesByRoot[root] = d.packRoutesOf(root)
	}
	return d.routesByRoot[root]
}

func (d *directedPacking) packRoutesOf(root int) *Routes {
	p := d.network.Nodes()
	switch all, one := topo.Integers(p), []int{root}; {
	case d.routesAreDirect() && d.reversed:
		return starRoutes(p, all, one)
	case d.routesAreDirect():
		return starRoutes(p, one, all)
	}
	return d.graph().scatterRoutes(d.treesOfLocked(root), d.reversed)
}

// treesAreDirect reports whether the trees send directly from every node to every other node. They do so if
// there is only one switch, or if the hops do not connect all nodes. Hops do not connect all nodes if the
// routes of the network are inconsistent, which means that a part of a route, from one node to the next, is
// not the route between these two nodes.
func (d *directedPacking) treesAreDirect() bool {
	return oneSwitch(d.network) || !d.graph().connected()
}

// findDirectRoutes reports whether blocks of a scatter, gather or all-to-all are sent directly. They are if
// the trees are direct, or if three conditions hold: there are more than smallNodes nodes, every node is
// linked to a single place, and the trees follow a walk. Under these conditions, the links of the nodes are
// the bottleneck.
func (d *directedPacking) findDirectRoutes() bool {
	return d.network.Nodes() > smallNodes && allAreLeaves(d.network) && d.walkTreesOf(0) != nil ||
		d.treesAreDirect()
}

// allAreLeaves reports whether every node is linked to only one place, so that no node lies between others.
func allAreLeaves(n topo.Network) bool {
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
