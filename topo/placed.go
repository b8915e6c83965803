package topo

import (
	"fmt"
	"slices"
)

// A Placed is the network between ranks that run on the nodes of an underlying network. A rank that is alone
// on its node replaces the node. A node with several ranks, or with none, becomes a switch. Links between a
// switch and its ranks are never the bottleneck.
type Placed struct {
	network      Network
	hostNode     []int // indexed by rank: the node on which the rank runs
	placeNumbers []int // indexed by place of the underlying network: the place's number in the Placed
	ranksOnNode  []int // indexed by rank: the number of ranks on the rank's node
	fastCapacity int   // capacity of the links between a rank and its node
}

// NewPlaced returns the network of len(on) ranks. Rank i runs on node on[i].
func NewPlaced(network Network, on []int) (*Placed, error) {
	n := &Placed{network: network, hostNode: on, placeNumbers: make([]int, Places(network)),
		ranksOnNode:  make([]int, len(on)),
		fastCapacity: 1}
	count := make([]int, network.Nodes())
	for rank, node := range on {
		if node < 0 || node >= len(count) {
			return nil, fmt.Errorf("topo: rank %d is on node %d of %v, want a node in 0..%d", rank, node, network,
				len(count)-1)
		}
		count[node]++
	}
	next := len(on)
	for rank, node := range on {
		n.ranksOnNode[rank] = count[node]
		if count[node] == 1 {
			n.placeNumbers[node] = rank
		}
	}
	for place := range n.placeNumbers {
		if place >= len(count) || count[place] != 1 {
			n.placeNumbers[place] = next
			next++
		}
	}
	for link := range network.Links() {
		n.fastCapacity = max(n.fastCapacity, Capacity(network, int32(link)))
	}
	n.fastCapacity *= 4 * len(on)
	return n, nil
}

func (n *Placed) Nodes() int { return len(n.hostNode) }

// Hosts returns the number of nodes with ranks.
func (n *Placed) Hosts() (hosts int) {
	seen := map[int]bool{}
	for _, node := range n.hostNode {
		seen[node] = true
	}
	return len(seen)
}

// Alone returns the underlying network and the node of each rank. `alone` is true if each node of this
// network has exactly one rank.
func (n *Placed) Alone() (network Network, on []int, alone bool) {
	return n.network, n.hostNode, len(n.hostNode) == n.network.Nodes() && n.Hosts() == len(n.hostNode)
}

// Links returns the number of links: the links of the underlying network, and two links for every rank, to
// its node and back.
func (n *Placed) Links() int { return n.network.Links() + 2*len(n.hostNode) }

func (n *Placed) Route(path []int32, from, to int) []int32 {
	if from == to {
		return path
	}
	first := n.network.Links()
	if n.ranksOnNode[from] > 1 {
		path = append(path, int32(first+2*from))
	}
	path = n.network.Route(path, n.hostNode[from], n.hostNode[to])
	if n.ranksOnNode[to] > 1 {
		path = append(path, int32(first+2*to+1))
	}
	return path
}

func (n *Placed) Ends(link int32) (from, to int) {
	i := int(link) - n.network.Links()
	if i < 0 {
		from, to = n.network.Ends(link)
		return n.placeNumbers[from], n.placeNumbers[to]
	}
	rank, node := i/2, n.placeNumbers[n.hostNode[i/2]]
	if i%2 == 0 {
		return rank, node
	}
	return node, rank
}

// Capacity returns the capacity of a link of the underlying network. A link between a rank and its node has
// such a high capacity that it is never the bottleneck.
func (n *Placed) Capacity(link int32) int {
	if int(link) >= n.network.Links() {
		return n.fastCapacity
	}
	return Capacity(n.network, link)
}

// String returns the text form of a Fabric if the ranks fill all slots, one host after the other.
func (n *Placed) String() string {
	f := Fabric{Network: n.network, Slots: max(1, len(n.hostNode)/n.network.Nodes())}
	if slices.Equal(f.hostOfEachRank(), n.hostNode) {
		return f.String()
	}
	return fmt.Sprintf("%v with ranks on %v", n.network, n.hostNode)
}

// HostOf returns a number that identifies the host of a node. All nodes on a host have the same number. In a
// network that is not a [Placed], each node is a host of its own.
func HostOf(n Network, node int) int {
	for placed, ok := n.(*Placed); ok; placed, ok = n.(*Placed) {
		n, node = placed.network, placed.hostNode[node]
	}
	return node
}
