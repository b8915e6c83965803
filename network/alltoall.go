package network

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo/pack"
)

// Alltoall sends a distinct block from every node to every other one (all-to-all personalised), each on a shortest route, such
// that the links carry nearly equal loads.
//
// On return block i of result is block me of all on node i; len(all) = len(result) = p·m. n has p nodes.
// On a k-ary torus of d dimensions with even k: T tends to tw·m·p·k/8 on nodes that drive all their links.
//
// Not in the book; cf. MPI_Alltoall.
func Alltoall[T any](c *comm.Comm[T], n *pack.Network, all, result []T) error {
	if err := cmp.Or(check("network: Alltoall", c, n), comm.CheckAlltoall("network: Alltoall", c, all, result)); err != nil {
		return err
	}
	m := len(all) / c.Size()
	blocks := comm.EqualBlocks(c.Size(), m)
	c.Copy(comm.Block(blocks, result, c.Label()), comm.Block(blocks, all, c.Label()))
	return carry(c, n.Between(), m,
		func(r *pack.Route) []T { return comm.Block(blocks, all, r.To) },
		func(r *pack.Route) []T { return comm.Block(blocks, result, r.From) })
}
