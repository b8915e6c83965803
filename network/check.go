package network

import (
	"topocoll/comm"
	"topocoll/topo/pack"
)

// check refuses a network whose number of nodes differs from the number of processes, and a network that was
// made for another node.
func check[T any](proc string, c *comm.Comm[T], n *pack.Network) error {
	switch {
	case n == nil:
		return comm.Refuse("%s: no network, want one of %d nodes", proc, c.Size())
	case n.Nodes() != c.Size():
		return comm.Refuse("%s: %d processes on %v, want %d", proc, c.Size(), n, n.Nodes())
	case !n.Serves(c.Label()):
		return comm.Refuse("%s: the part of %v for another node, want the part for node %d", proc, n,
			c.Label())
	}
	return nil
}
