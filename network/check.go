package network

import (
	"topocoll/comm"
	"topocoll/topo/pack"
)

// check returns an error if n does not have as many nodes as c has processes, or if n holds only the data of
// a different node.
func check[T any](proc string, c *comm.Comm[T], n *pack.Network) error {
	switch {
	case n == nil:
		return comm.Refuse("%s: the network is nil; pass a network of %d nodes", proc, c.Size())
	case n.Nodes() != c.Size():
		return comm.Refuse("%s: %d processes on %v, want %d", proc, c.Size(), n, n.Nodes())
	case !n.Serves(c.Label()):
		return comm.Refuse("%s: the network is the part of %v for a different node; pass the part for node %d",
			proc, n, c.Label())
	}
	return nil
}
