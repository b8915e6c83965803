package pack

import (
	"slices"
	"sync"

	"topocoll/topo"
)

// Hosts describes which nodes of a network are on the same host. Callers must not modify it.
type Hosts struct {
	Nodes [][]int // the nodes on each host, in ascending order; hosts are ordered by their first nodes
	Order []int   // all nodes, host by host
	// Consecutive is true if Order is ascending, so that blocks in label order are also in host order.
	Consecutive bool
	hostOf      []int // index of each node's host
	mu          sync.Mutex
	leaders     map[int][]int // result of Leaders, keyed by root; guarded by mu
}

// Hosts returns the hosts of the network. In a network that is not a [topo.Placed], each node is a host of
// its own.
func (n *Network) Hosts() *Hosts { return n.hosts() }

// EqualHosts returns Hosts if all hosts have the same number of nodes. Otherwise, it returns one host for
// each node.
func (n *Network) EqualHosts() *Hosts {
	hosts := n.Hosts()
	for _, nodes := range hosts.Nodes {
		if len(nodes) != len(hosts.Nodes[0]) {
			return n.separate()
		}
	}
	return hosts
}

func hostsOf(n topo.Network) *Hosts {
	on := topo.Integers(n.Nodes())
	for node := range on {
		on[node] = topo.HostOf(n, node)
	}
	return newHosts(on)
}

// newHosts returns the Hosts of the given nodes. on[i] is a number for the host of node i.
func newHosts(on []int) *Hosts {
	h := &Hosts{hostOf: make([]int, len(on)), leaders: map[int][]int{}}
	index := map[int]int{}
	for node, host := range on {
		i, known := index[host]
		if !known {
			i = len(h.Nodes)
			index[host] = i
			h.Nodes = append(h.Nodes, nil)
		}
		h.Nodes[i] = append(h.Nodes[i], node)
		h.hostOf[node] = i
	}
	h.Order = slices.Concat(h.Nodes...)
	h.Consecutive = slices.IsSorted(h.Order)
	return h
}

// Of returns the index of a node's host.
func (h *Hosts) Of(node int) int { return h.hostOf[node] }

// Leaders returns the leader of each host: root on its host, and the first node on every other host. The
// caller must not modify the result.
func (h *Hosts) Leaders(root int) []int {
	h.mu.Lock()
	defer h.mu.Unlock()
	list, known := h.leaders[root]
	if !known {
		for _, nodes := range h.Nodes {
			list = append(list, nodes[0])
		}
		list[h.hostOf[root]] = root
		h.leaders[root] = list
	}
	return list
}
