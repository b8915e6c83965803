package bounds

import (
	"slices"

	"topocoll/topo"
)

// Network returns the network of processes on some hosts: that of the text if it has the hosts,
// else all hosts on one switch.
func Network(text string, hosts []string, placement []int) topo.Network {
	network, on := NetworkAndNodes(text, hosts, placement)
	if isIdentity(on, network.Nodes()) {
		return network
	}
	placed, err := topo.NewPlaced(network, on)
	if err != nil {
		panic(err) // nodesOf has seen to it
	}
	return placed
}

// NetworkAndNodes returns the network between the hosts, as Network takes it, and the node of each process
// on it, by label.
func NetworkAndNodes(text string, hosts []string, placement []int) (n topo.Network, on []int) {
	var network topo.Network
	fabric, err := topo.ParseFabric(text)
	if err == nil {
		network = fabric.Network
	}
	on, named := nodesOf(hosts, network)
	if nodes := slices.Max(on) + 1; !named && (network == nil || nodes > network.Nodes()) {
		network = topo.NewStar(nodes)
	}
	if placement != nil {
		on = orderByLabel(on, placement)
	}
	return network, on
}

// nodesOf returns the node of every rank: of a host named by an emulated network its number, else
// the hosts in the order of their first ranks, of which a network may have fewer.
func nodesOf(hosts []string, network topo.Network) (on []int, named bool) {
	on = numberHosts(hosts)
	named = network != nil && !slices.ContainsFunc(hosts, func(host string) bool {
		n, ok := topo.HostNumber(host)
		return !ok || n >= network.Nodes()
	})
	for i, host := range hosts {
		if named {
			on[i], _ = topo.HostNumber(host)
		}
	}
	return on, named
}

// numbered numbers hosts in the order in which they first appear.
func numberHosts(hosts []string) (numbers []int) {
	number := map[string]int{}
	for _, host := range hosts {
		if _, seen := number[host]; !seen {
			number[host] = len(number)
		}
		numbers = append(numbers, number[host])
	}
	return numbers
}

// orderByLabel returns what ranks have in the order of the labels; labels[i] is the rank of label i.
func orderByLabel(ofRank, labels []int) (ofLabel []int) {
	for _, rank := range labels {
		ofLabel = append(ofLabel, ofRank[rank])
	}
	return ofLabel
}

// isIdentity reports whether process i is alone on node i, of as many nodes.
func isIdentity(on []int, nodes int) bool {
	for i, node := range on {
		if node != i {
			return false
		}
	}
	return len(on) == nodes
}
