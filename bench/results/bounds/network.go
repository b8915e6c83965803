package bounds

import (
	"slices"

	"topocoll/topo"
)

// Network returns the network between processes on the given hosts. This is the network that `text` describes
// if it contains the hosts, and otherwise a single switch. The processes are numbered by their labels.
// mapping[i] is the rank of label i. If `mapping` is nil, labels are ranks.
func Network(text string, hosts []string, mapping []int) topo.Network {
	network, on := NetworkAndNodes(text, hosts, mapping)
	if isIdentity(on, network.Nodes()) {
		return network
	}
	placed, err := topo.NewPlaced(network, on)
	if err != nil {
		panic(err) // cannot happen, because NetworkAndNodes returns only nodes of the network
	}
	return placed
}

// NetworkAndNodes returns the network between the hosts, chosen as in Network, and the node of each process.
// The nodes are in the order of labels.
func NetworkAndNodes(text string, hosts []string, mapping []int) (n topo.Network, on []int) {
	var network topo.Network
	fabric, err := topo.ParseFabric(text)
	if err == nil {
		network = fabric.Network
	}
	on, named := nodesOf(hosts, network)
	if nodes := slices.Max(on) + 1; !named && (network == nil || nodes > network.Nodes()) {
		network = topo.NewStar(nodes)
	}
	if mapping != nil {
		on = orderByLabel(on, mapping)
	}
	return network, on
}

// nodesOf returns the node of every rank. If every host name is the name of a node in an emulated network,
// the name contains the node's number, and `named` is true. Otherwise the hosts are numbered in the order of
// their first ranks, and there may be more hosts than nodes.
func nodesOf(hosts []string, network topo.Network) (on []int, named bool) {
	on = topo.NumberHosts(hosts)
	named = network != nil && !slices.ContainsFunc(hosts, func(host string) bool {
		n, ok := topo.HostNumber(host)
		return !ok || n >= network.Nodes()
	})
	if named {
		for i, host := range hosts {
			on[i], _ = topo.HostNumber(host)
		}
	}
	return on, named
}

// orderByLabel converts a list from the order of ranks to the order of labels. labels[i] is the rank of label
// i.
func orderByLabel(ofRank, labels []int) (ofLabel []int) {
	for _, rank := range labels {
		ofLabel = append(ofLabel, ofRank[rank])
	}
	return ofLabel
}

// isIdentity reports whether every process i is on node i, with one process on each node.
func isIdentity(on []int, nodes int) bool {
	for i, node := range on {
		if node != i {
			return false
		}
	}
	return len(on) == nodes
}
