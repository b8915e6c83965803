package pack

import (
	"slices"

	"topocoll/topo"
)

// A walker is a network that knows an order of its nodes in which neighbours are near: those of a switch one after the other.
type walker interface{ Walk() []int }

// walks returns orders of the nodes that a ring may follow: the one that the network knows, that of the numbers, and one that goes from
// every node to a nearest one.
func (d *direction) walks() [][]int {
	if d.walked == nil {
		if w, knows := d.network.(walker); knows {
			d.walked = append(d.walked, w.Walk())
		}
		d.walked = append(d.walked, upTo(d.network.Nodes()), nearest(d.network))
	}
	return d.walked
}

// nearest returns an order from node 0 on in which the next one is a nearest one of those that are left; of several the first.
func nearest(n topo.Network) []int {
	order, left := []int{0}, upTo(n.Nodes())[1:]
	var path []int32
	for len(left) > 0 {
		best, least := 0, 0
		for i, v := range left {
			if path = n.Route(path[:0], order[len(order)-1], v); i == 0 || len(path) < least {
				best, least = i, len(path)
			}
		}
		order = append(order, left[best])
		left = slices.Delete(left, best, best+1)
	}
	return order
}

// limits is what the links next to the nodes allow, at most.
type limits struct {
	network topo.Network
	back    bool
	in, out []int // by node: the capacities of its links
}

func limitsOf(n topo.Network, back bool) *limits {
	n = switched(n)
	l := &limits{network: n, back: back, in: make([]int, n.Nodes()), out: make([]int, n.Nodes())}
	for link := range int32(n.Links()) {
		from, to := n.Ends(link)
		if back {
			from, to = to, from
		}
		if from < n.Nodes() && from != to {
			l.out[from] += topo.Capacity(n, link)
		}
		if to < n.Nodes() && from != to {
			l.in[to] += topo.Capacity(n, link)
		}
	}
	return l
}

// all returns the least time of one block from every node to all others, as a ratio: each node but one has to get past the links of
// that one.
func (l *limits) all() ratio {
	return ratio{len(l.in) - 1, min(slices.Min(l.in), slices.Min(l.out)*(len(l.in)-1))}
}

// one returns the least time of one block from a root to all others.
func (l *limits) one(root int) ratio {
	least := l.out[root]
	for v, in := range l.in {
		if v != root {
			least = min(least, in)
		}
	}
	return ratio{1, least}
}

// carry reports whether the links carry the messages of trees in a time, each past switches only.
func (l *limits) carry(batches []*batch, shares int, time ratio) bool {
	loads := make([]int, l.network.Links())
	var path []int32
	for _, b := range batches {
		for v, parent := range b.parent {
			if parent < 0 {
				continue
			}
			from, to := parent, v
			if l.back {
				from, to = to, from
			}
			path = l.network.Route(path[:0], from, to)
			for i, link := range path {
				if at, _ := l.network.Ends(link); i > 0 && at < l.network.Nodes() {
					return false // a node between: the message would be sent on where it could be received
				}
				loads[link] += b.shares
			}
		}
	}
	for link, load := range loads {
		if load*time.links > time.nodes*shares*topo.Capacity(l.network, int32(link)) {
			return false
		}
	}
	return true
}

// walkedAll returns the trees of a ring through all nodes, if that takes no longer than any trees: where the worst cut is the links of one
// node, as on a fat tree with one link a host.
func (d *direction) walkedAll() *Forest {
	l, p := limitsOf(d.network, d.back), d.network.Nodes()
	time := l.all()
	ring := slices.Repeat([]int{-1}, p)
	for _, walk := range d.walks() {
		for i, v := range walk {
			ring[v] = walk[topo.Mod(i-1, p)]
		}
		if l.carry([]*batch{{shares: p - 1, parent: ring}}, 1, time) { // every link of the ring carries all blocks but one
			chain := make([]int, p)
			for i := range chain {
				chain[i] = i - 1
			}
			return shifted(shifts(topo.Mesh{p}, walk), 1, []Tree{{Share: 1, Parent: chain}})
		}
	}
	return nil
}
