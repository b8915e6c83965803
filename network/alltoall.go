package network

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo/pack"
)

// Alltoall sends a distinct block from every node to every other node (all-to-all personalised). Each block
// takes a shortest route, chosen so that the links carry nearly equal loads.
//
// On return, block i of result is the block for this node from node i's slice `all`. len(all) = len(result) =
// p·m. n has p nodes. On a k-ary torus of d dimensions with even k, T approaches tw·m·p·k/8 if nodes use all
// their links at once.
//
// This procedure is not in the book. Cf. MPI_Alltoall.
func Alltoall[T any](c *comm.Comm[T], n *pack.Network, all, result []T) error {
	if err := cmp.Or(checkNetwork("network: Alltoall", c, n),
		comm.CheckAlltoall("network: Alltoall", c, all, result)); err != nil {
		return err
	}
	m := len(all) / c.Size()
	blocks := comm.EqualBlocks(c.Size(), m)
	c.Copy(comm.Block(blocks, result, c.Label()), comm.Block(blocks, all, c.Label()))
	return moveBlocks(c, n.Between(), m,
		func(r *pack.Route) []T { return comm.Block(blocks, all, r.To) },
		func(r *pack.Route) []T { return comm.Block(blocks, result, r.From) })
}
