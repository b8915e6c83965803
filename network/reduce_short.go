package network

import (
	"cmp"
	"slices"

	"topocoll/comm"
	"topocoll/topo/pack"
	"topocoll/tree"
)

// ReduceShort combines the vectors of all nodes at node root: BcastShort backwards.
//
// On return result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1, at root; elsewhere result is not touched and may be empty.
// n has p nodes. Any radix r >= 2. op must commute.
// ceil(log_r p) steps of r-1 messages of m words: for short messages.
//
// tree.ReduceKnomial in the order of n. Cf. MPI_Reduce.
func ReduceShort[T any](c *comm.Comm[T], n *pack.Network, root, radix int, op comm.Op[T], x, result []T) error {
	if err := cmp.Or(check("network: ReduceShort", c, n), comm.CheckReduce("network: ReduceShort", c, root, op, x, result),
		comm.CheckRadix("network: ReduceShort", radix), op.CheckCommutes("network: ReduceShort")); err != nil {
		return err
	}
	near, err := comm.Map(c, n.Order())
	if err != nil {
		return err
	}
	return tree.ReduceKnomial(near, slices.Index(n.Order(), root), radix, op, x, result)
}
