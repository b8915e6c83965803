package results

import "topocoll/topo"

// Between returns the network of processes on some hosts: that of the text if it has the hosts, else all hosts on one
// switch.
func Between(text string, hosts []string, placement []int) topo.Network {
	var network topo.Network
	fabric, err := topo.ParseFabric(text)
	if err == nil {
		network = fabric.Network
	}
	on, nodes := nodesOf(hosts, network)
	if nodes > 0 {
		network = topo.NewStar(nodes)
	}
	if placement != nil {
		byLabel := make([]int, len(on))
		for label, rank := range placement {
			byLabel[label] = on[rank]
		}
		on = byLabel
	}
	if inOrder(on, network.Nodes()) {
		return network
	}
	placed, err := topo.NewPlaced(network, on)
	if err != nil {
		panic(err) // nodesOf has seen to it
	}
	return placed
}

// nodesOf returns the node of every rank: of a host named by an emulated network its number, else the hosts in the order of
// their first ranks. If the network is nil or has not as many nodes, it returns how many nodes there are.
func nodesOf(hosts []string, network topo.Network) (on []int, nodes int) {
	number := map[string]int{}
	named := network != nil
	for _, host := range hosts {
		n, ok := topo.HostNumber(host)
		named = named && ok && n < network.Nodes()
		if _, seen := number[host]; !seen {
			number[host] = len(number)
		}
	}
	for _, host := range hosts {
		node := number[host]
		if named {
			node, _ = topo.HostNumber(host)
		}
		on = append(on, node)
	}
	if !named && (network == nil || len(number) > network.Nodes()) {
		nodes = len(number)
	}
	return on, nodes
}

// inOrder reports whether process i is alone on node i, of as many nodes.
func inOrder(on []int, nodes int) bool {
	for i, node := range on {
		if node != i {
			return false
		}
	}
	return len(on) == nodes
}
