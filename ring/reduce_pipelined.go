package ring

import (
	"cmp"

	"topocoll/comm"
)

// ReducePipelined combines the x of every node at node root in segments, the reverse of BcastPipelined:
// a node receives the sum of one segment from the right while it sends that of another to the left.
//
// On return root's result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. The
// other nodes' result may be nil. Any p; segment as in BcastPipelined. With an op that does not commute, node 0
// has the sum and sends it to root in one more step.
// K segments take K+p-2 steps: T = (ts + tw·m/K)(K+p-2), under SF and CT alike.
//
// The reverse of the pipelined broadcast; cf. MPI_Reduce.
func ReducePipelined[T any](c *comm.Comm[T], root, segment int, op comm.Op[T], x, result []T) error {
	if err := cmp.Or(comm.CheckSegment("ring: ReducePipelined", segment),
		comm.CheckReduce("ring: ReducePipelined", c, root, op, x, result)); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Label(), len(x)
	first := root // where the sums are collected
	if !op.Commutative {
		first = 0
	}
	left, right := chain(me, first, p)
	segments := comm.Segments(m, p-2, segment)
	scratch := c.Scratch(m)
	defer c.Release(scratch)
	sum := scratch
	switch {
	case right == comm.None:
		sum = x // the first node of the pipeline has nothing to add
	case me == root && !comm.Same(x, result):
		sum = result
	}

	for i := range segments.Count() {
		in, mine := comm.Block(segments, sum, i), comm.Block(segments, x, i)
		if i == 0 {
			c.Recv(right, in)
		} else {
			c.SendRecv(left, comm.Block(segments, sum, i-1), right, in)
		}
		if right != comm.None {
			op.Apply(in, mine, in)
		}
	}
	c.Send(left, comm.Block(segments, sum, segments.Count()-1))

	switch {
	case me == root && first == root && !comm.Same(sum, result):
		c.Copy(result, sum)
	case first != root && me == first:
		c.Send(root, sum)
	case first != root && me == root:
		c.Recv(first, result)
	}
	return c.Err()
}
