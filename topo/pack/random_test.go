package pack

import (
	"fmt"
	"math/rand/v2"

	"topocoll/topo"
)

// A listed is a network that is given by its links and their capacities. Every route has the smallest
// possible number of links.
type listed struct {
	nodes int
	links []arc
}

func (l *listed) Nodes() int                     { return l.nodes }
func (l *listed) Links() int                     { return len(l.links) }
func (l *listed) Ends(link int32) (from, to int) { return l.links[link].from, l.links[link].to }
func (l *listed) Capacity(link int32) int        { return l.links[link].capacity }
func (l *listed) String() string                 { return fmt.Sprint(l.nodes, l.links) }
func (l *listed) Route(path []int32, from, to int) []int32 {
	by := map[int]int32{from: -1}
	for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
		for i, a := range l.links {
			if _, seen := by[a.to]; a.from == queue[0] && !seen {
				by[a.to] = int32(i)
				queue = append(queue, a.to)
			}
		}
	}
	var back []int32
	for v := to; v != from; v = l.links[by[v]].from {
		back = append(back, by[v])
	}
	for i := len(back) - 1; i >= 0; i-- {
		path = append(path, back[i])
	}
	return path
}

var _ topo.Weighted = (*listed)(nil)

// randomLinks returns nodes without switches, joined by one-way links. Every node can reach every other node.
func randomLinks(r *rand.Rand) *listed {
	n := &listed{nodes: 2 + r.IntN(6)}
	taken := map[[2]int]bool{}
	link := func(from, to int) {
		if from != to && !taken[[2]int{from, to}] {
			taken[[2]int{from, to}] = true
			n.links = append(n.links, arc{from, to, 1 + r.IntN(4)})
		}
	}
	walk := r.Perm(n.nodes)
	for i, v := range walk {
		link(v, walk[(i+1)%n.nodes])
	}
	for range r.IntN(3 * n.nodes) {
		link(r.IntN(n.nodes), r.IntN(n.nodes))
	}
	return n
}

// randomTree returns nodes and a tree of switches, joined by cables. The nodes are the leaves of the tree.
func randomTree(r *rand.Rand) *listed {
	n := &listed{nodes: 2 + r.IntN(6)}
	cable := func(a, b int) {
		capacity := 1 + r.IntN(4)
		n.links = append(n.links, arc{a, b, capacity}, arc{b, a, capacity})
	}
	switches := 1 + r.IntN(3)
	for s := 1; s < switches; s++ {
		cable(n.nodes+s, n.nodes+r.IntN(s))
	}
	for v := range n.nodes {
		cable(v, n.nodes+r.IntN(switches))
	}
	return n
}
