package network

import (
	"topocoll/comm"
	"topocoll/topo/pack"
)

// checkNetwork returns an error unless n has as many nodes as c has processes and contains the data of this
// node.
func checkNetwork[T any](proc string, c *comm.Comm[T], n *pack.Network) error {
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
