package network

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo/pack"
)

// AllreduceRootedShort is Allreduce by a ReduceShort to the first node of n's order and a BcastShort from it: twice the steps of
// AllreduceShort, of which none loads a link with the messages of all nodes.
//
// Lengths as in AllreduceShort. n has p nodes. Any radix r >= 2. op must commute.
// 2 ceil(log_r p) steps of r-1 messages of m words: for short messages on a torus.
//
// Section 4.3 (2nd ed.), on the trees of ReduceShort and BcastShort; cf. MPI_Allreduce.
func AllreduceRootedShort[T any](c *comm.Comm[T], n *pack.Network, radix int, op comm.Op[T], x, result []T) error {
	if err := cmp.Or(check("network: AllreduceRootedShort", c, n), comm.CheckAllreduce("network: AllreduceRootedShort", op, x, result),
		comm.CheckRadix("network: AllreduceRootedShort", radix), op.CheckCommutes("network: AllreduceRootedShort")); err != nil {
		return err
	}
	root := n.Order()[0]
	if err := ReduceShort(c, n, root, radix, op, x, result); err != nil {
		return err
	}
	return BcastShort(c, n, root, radix, result)
}
