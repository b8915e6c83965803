package ring

import (
	"cmp"

	"topocoll/comm"
)

// Allreduce combines the vectors x of all nodes on every node. It is an all-to-all reduction of the p parts
// of x, followed by an all-to-all broadcast of the sums.
//
// On return, result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. Any p; p need
// not divide m. op must commute.
// 2(p-1) steps of m/p words: T = 2(ts + tw·m/p)(p-1), under SF and CT.
//
// Algorithms 4.5 and 4.4 (2nd ed.) in sequence; cf. MPI_Allreduce.
func Allreduce[T any](c *comm.Comm[T], op comm.Op[T], x, result []T) error {
	if err := cmp.Or(op.CheckCommutes("ring: Allreduce"),
		comm.CheckAllreduce("ring: Allreduce", op, x, result)); err != nil {
		return err
	}
	blocks := comm.SplitBlocks(c.Size(), len(x))
	mine := comm.Block(blocks, result, c.Label())
	if err := ReduceScatter(c, op, x, mine, blocks); err != nil {
		return err
	}
	return Allgather(c, mine, result, blocks)
}

// AllreduceReduceBcast combines the vectors x of all nodes at node 0 and broadcasts the sum.
//
// Lengths are as in Allreduce. Any p. If op does not commute, operands are combined in label order.
// 2 ceil(p/2) steps of m words, twice the cost of Bcast.
//
// "All-to-one reduction followed by one-to-all broadcast", section 4.3 (2nd ed.); cf. MPI_Allreduce.
func AllreduceReduceBcast[T any](c *comm.Comm[T], op comm.Op[T], x, result []T) error {
	if err := comm.CheckAllreduce("ring: AllreduceReduceBcast", op, x, result); err != nil {
		return err
	}
	if err := Reduce(c, 0, op, x, result); err != nil {
		return err
	}
	return Bcast(c, 0, result)
}

// AllreduceLinear calls ReduceLinear and then BcastLinear, both with root 0.
//
// It sends 2(p-1) messages in total, and no all-reduce sends fewer. Every node except node 0 handles only two
// messages. If several nodes share a core, AllreduceLinear takes less time for short vectors than procedures
// of log p steps.
//
// Lengths are as in Allreduce. Any p; operands are combined in label order. Node 0 needs (p-1)m additional
// words of memory. In one step, node 0 receives p-1 messages of m words. It then sends p-1 messages, one
// after another: T = 2(ts + tw·m)(p-1) if every pair of nodes is one link apart.
//
// Not in the book; cf. MPI_Allreduce, Open MPI's basic_linear.
func AllreduceLinear[T any](c *comm.Comm[T], op comm.Op[T], x, result []T) error {
	if err := comm.CheckAllreduce("ring: AllreduceLinear", op, x, result); err != nil {
		return err
	}
	if err := ReduceLinear(c, 0, op, x, result); err != nil {
		return err
	}
	return BcastLinear(c, 0, result)
}

// AllreduceBidirectional is like Allreduce, but sends the parts and the sums in both directions at once.
//
// Lengths are as in Allreduce. Any p; p need not divide m. op must commute.
// 2 floor(p/2) steps with a part in each direction: T = 2ts floor(p/2) + tw(m/p)(p-1) under SF and CT, if a
// node uses both links at once. With one port, the time is twice as long.
//
// This procedure is not in the book. It executes ReduceScatterBidirectional, then AllgatherBidirectional.
// Cf. MPI_Allreduce.
func AllreduceBidirectional[T any](c *comm.Comm[T], op comm.Op[T], x, result []T) error {
	if err := cmp.Or(op.CheckCommutes("ring: AllreduceBidirectional"),
		comm.CheckAllreduce("ring: AllreduceBidirectional", op, x, result)); err != nil {
		return err
	}
	blocks := comm.SplitBlocks(c.Size(), len(x))
	mine := comm.Block(blocks, result, c.Label())
	if err := ReduceScatterBidirectional(c, op, x, mine, blocks); err != nil {
		return err
	}
	return AllgatherBidirectional(c, mine, result, blocks)
}
