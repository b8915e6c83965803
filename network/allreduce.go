package network

import (
	"cmp"

	"topocoll/butterfly"
	"topocoll/comm"
	"topocoll/topo/pack"
)

// Allreduce combines the vectors x of all nodes on every node. It is a ReduceScatter followed by an
// Allgather.
//
// On return, result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1, on every node; len(result) = len(x) = m,
// any m. The slice `result` may be x. n has p nodes. op must commute. Allreduce takes twice the time of
// Allgather with blocks of m/p words.
//
// This procedure is not in the book. Source: ForestColl (Zhao et al. 2024). Cf. MPI_Allreduce.
func Allreduce[T any](c *comm.Comm[T], n *pack.Network, op comm.Op[T], x, result []T) error {
	if err := cmp.Or(checkNetwork("network: Allreduce", c, n),
		comm.CheckAllreduce("network: Allreduce", op, x, result),
		op.CheckCommutes("network: Allreduce")); err != nil {
		return err
	}
	blocks := comm.SplitBlocks(c.Size(), len(x))
	if err := reduceScatter(c, n, op, blocks, x, comm.Block(blocks, result, c.Label())); err != nil {
		return err
	}
	return allgather(c, n, blocks, result)
}

// AllreduceRooted is like Allreduce, but consists of a Reduce to node 0 and a Bcast from node 0. The Bcast
// overlaps with the Reduce if messages are divided into segments.
//
// The lengths are as in Allreduce. n has p nodes. op must commute.
//
// Section 4.3 (2nd ed.), with Reduce and Bcast of this package; cf. MPI_Allreduce.
func AllreduceRooted[T any](c *comm.Comm[T], n *pack.Network, op comm.Op[T], x, result []T) error {
	if err := cmp.Or(checkNetwork("network: AllreduceRooted", c, n),
		comm.CheckAllreduce("network: AllreduceRooted", op, x, result),
		op.CheckCommutes("network: AllreduceRooted")); err != nil {
		return err
	}
	if err := Reduce(c, n, 0, op, x, result); err != nil {
		return err
	}
	return Bcast(c, n, 0, result)
}

// AllreduceShort combines the vectors x of all nodes on every node. In each step, groups of nodes that are
// near each other exchange their sums.
//
// On return, result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1, on every node; len(result) = len(x) = m. n
// has p nodes. radix is any r >= 2; nodes that do not fill a group are folded in and out. op must commute.
// There are log_r p steps of r-1 messages of m words, and two more steps if nodes are folded. AllreduceShort
// suits short messages.
//
// AllreduceShort is butterfly.Allreduce with the nodes in the order of n.Order. Cf. MPI_Allreduce.
func AllreduceShort[T any](c *comm.Comm[T], n *pack.Network, radix int, op comm.Op[T], x, result []T) error {
	if err := cmp.Or(checkNetwork("network: AllreduceShort", c, n),
		comm.CheckAllreduce("network: AllreduceShort", op, x, result),
		comm.CheckRadix("network: AllreduceShort", radix),
		op.CheckCommutes("network: AllreduceShort")); err != nil {
		return err
	}
	near, err := comm.Map(c, n.Order())
	if err != nil {
		return err
	}
	return butterfly.Allreduce(near, op, radix, x, result)
}

// AllreduceRootedShort is like Allreduce, but consists of a ReduceShort to the first node of n.Order and a
// BcastShort from that node. It has twice as many steps as AllreduceShort, but no link has to carry the
// messages of all nodes in one step.
//
// The lengths are as in AllreduceShort. n has p nodes. radix is any r >= 2. op must commute. There are 2
// ceil(log_r p) steps of r-1 messages of m words. AllreduceRootedShort suits short messages on a torus.
//
// Section 4.3 (2nd ed.), with ReduceShort and BcastShort; cf. MPI_Allreduce.
func AllreduceRootedShort[T any](c *comm.Comm[T], n *pack.Network, radix int, op comm.Op[T], x,
	result []T) error {
	if err := cmp.Or(checkNetwork("network: AllreduceRootedShort", c, n),
		comm.CheckAllreduce("network: AllreduceRootedShort", op, x, result),
		comm.CheckRadix("network: AllreduceRootedShort", radix),
		op.CheckCommutes("network: AllreduceRootedShort")); err != nil {
		return err
	}
	root := n.Order()[0]
	if err := ReduceShort(c, n, root, radix, op, x, result); err != nil {
		return err
	}
	return BcastShort(c, n, root, radix, result)
}
