package pack

import (
	"slices"

	"topocoll/topo"
)

// On networks of up to smallNodes nodes, the general construction (grow.go) takes negligible time. On such
// networks it is used even for tori, because its trees take fewer steps with one port (measured:
// results/networks.md). On networks of up to generalNodes nodes, the general construction is used if no
// closed form and no walk applies. It is also used for one root of a torus, if its trees have a smaller depth
// than the trees in closed form.
const smallNodes, generalNodes = 16, 64

// treesOfLocked returns the trees of one root. The caller must hold d.mu.
func (d *directedPacking) treesOfLocked(root int) *Forest {
	if d.treesByRoot[root] == nil {
		d.treesByRoot[root] = d.packTreesOf(root)
	}
	return d.treesByRoot[root]
}

func (d *directedPacking) packTreesOf(root int) *Forest {
	p := d.network.Nodes()
	if t, is := torusOf(d.network); is && p > smallNodes {
		closed := t.fromOne(root)
		if p <= generalNodes {
			if grown := d.graph().fromOne(root); grown.Depth < closed.Depth {
				return grown
			}
		}
		return closed
	}
	if oneSwitch(d.network) && p <= generalNodes {
		return starForest(p, []int{root})
	}
	if p > smallNodes {
		if f := d.walkTreesOf(root); f != nil {
			return f
		}
	}
	if d.treesAreDirect() {
		return starForest(p, []int{root})
	}
	if g := d.graph(); p > generalNodes && g.switched {
		return g.packNear([]int{root}, 1/float64(g.minCut(root)), nearTrees)
	}
	return d.graph().fromOne(root)
}

func (d *directedPacking) fromAll() *Forest {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.allTrees == nil {
		d.allTrees = d.packTreesOfAll()
	}
	return d.allTrees
}

func (d *directedPacking) packTreesOfAll() *Forest {
	p := d.network.Nodes()
	if t, is := torusOf(d.network); is && p > smallNodes {
		return t.fromAll()
	}
	if oneSwitch(d.network) && p <= generalNodes {
		return starForest(p, topo.Integers(p))
	}
	if p > smallNodes {
		if f := d.walkTreesOfAll(); f != nil {
			return f
		}
	}
	if d.treesAreDirect() {
		return starForest(p, topo.Integers(p))
	}
	if g := d.graph(); p > generalNodes {
		return g.packNear(topo.Integers(p), g.worstCut().time(), max(2, nearTrees/p))
	}
	return d.graph().fromAll()
}

// Quick reports whether the time to construct all trees grows only with the number of nodes and the depth.
// This holds on a torus, and for trees along a walk through hosts with one link.
func (n *Network) Quick() bool { return n.away.isQuick() && n.towards.isQuick() }

func (d *directedPacking) isQuick() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, is := torusOf(d.network); is {
		return true
	}
	return d.walkTreesOfAll() != nil && d.walkTreesOf(0) != nil
}

// Order returns the nodes in an order in which successive nodes are near each other. On a torus, the nodes
// are in the order of their places. On a network with a Walk method, the order is the result of Walk, switch
// by switch. On other networks, each node is followed by the nearest of the remaining nodes.
func (n *Network) Order() []int {
	n.away.mu.Lock()
	defer n.away.mu.Unlock()
	if n.order == nil {
		n.order = n.away.findOrder()
	}
	return n.order
}

func (d *directedPacking) findOrder() []int {
	switch t, is := torusOf(d.network); {
	case is && t.nodeByPlace != nil:
		return slices.Clone(t.nodeByPlace)
	case is || oneSwitch(d.network):
		return topo.Integers(d.network.Nodes())
	}
	if w, knows := d.network.(walkableNetwork); knows {
		return w.Walk()
	}
	return nearestOrder(d.network)
}
