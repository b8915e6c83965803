package network

import (
	"cmp"
	"slices"

	"topocoll/comm"
	"topocoll/topo/pack"
	"topocoll/tree"
)

// BcastShort sends x from node root to every node over a k-nomial tree whose groups are nodes that are near each other.
//
// x has the same length on every node; on return it holds root's values. n has p nodes. Any radix r >= 2.
// ceil(log_r p) steps of r-1 messages of m words, whatever the depth of the trees of Bcast, but all of x goes over each link that it
// needs: for short messages.
//
// tree.BcastKnomial in the order of n. Cf. MPI_Bcast.
func BcastShort[T any](c *comm.Comm[T], n *pack.Network, root, radix int, x []T) error {
	if err := cmp.Or(check("network: BcastShort", c, n), comm.CheckRoot("network: BcastShort", root, c.Size()),
		comm.CheckRadix("network: BcastShort", radix)); err != nil {
		return err
	}
	near, err := comm.Map(c, n.Order())
	if err != nil {
		return err
	}
	return tree.BcastKnomial(near, slices.Index(n.Order(), root), radix, x)
}
