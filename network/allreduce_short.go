package network

import (
	"cmp"

	"topocoll/butterfly"
	"topocoll/comm"
	"topocoll/topo/pack"
)

// AllreduceShort combines the vectors of all nodes on every node: in each step groups that are near each other exchange their sums.
//
// On return result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1, on every node; len(result) = len(x) = m. n has p nodes. Any radix
// r >= 2; nodes that do not fill the groups are folded in and out. op must commute.
// log_r p steps of r-1 messages of m words, two more where nodes are folded: for short messages.
//
// butterfly.Allreduce in the order of n. Cf. MPI_Allreduce.
func AllreduceShort[T any](c *comm.Comm[T], n *pack.Network, radix int, op comm.Op[T], x, result []T) error {
	if err := cmp.Or(check("network: AllreduceShort", c, n), comm.CheckAllreduce("network: AllreduceShort", op, x, result),
		comm.CheckRadix("network: AllreduceShort", radix), op.CheckCommutes("network: AllreduceShort")); err != nil {
		return err
	}
	near, err := comm.Map(c, n.Order())
	if err != nil {
		return err
	}
	return butterfly.Allreduce(near, op, radix, x, result)
}
