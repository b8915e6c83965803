package network

import (
	"topocoll/comm"
	"topocoll/topo/pack"
)

// check refuses a network that has not as many nodes as c has processes.
func check[T any](proc string, c *comm.Comm[T], n *pack.Network) error {
	if n != nil && n.Nodes() == c.Size() {
		return nil
	}
	if n == nil {
		return comm.Refuse("%s: no network, want one of %d nodes", proc, c.Size())
	}
	return comm.Refuse("%s: %d processes on %v, want %d", proc, c.Size(), n, n.Nodes())
}
