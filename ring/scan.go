package ring

import (
	"cmp"

	"topocoll/comm"
)

// Scan combines the vectors x of the nodes 0 to i on node i (prefix sums), along the chain from node 0 to
// node p-1. x is divided into segments. A node forwards one segment while it receives the next.
//
// On return, result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node i; len(result) = len(x) = m. Any p; operands are
// combined in label order. The argument `segment` is the length of a segment in words. If it is 0,
// comm.Segments chooses the length. K segments take K+p-2 steps: T = (ts + tw·m/K)(K+p-2), under SF and CT.
//
// Not in the book; cf. MPI_Scan, whose default in Open MPI is the chain with K = 1.
func Scan[T any](c *comm.Comm[T], segment int, op comm.Op[T], x, result []T) error {
	if err := cmp.Or(comm.CheckSegment("ring: Scan", segment),
		comm.CheckAllreduce("ring: Scan", op, x, result)); err != nil {
		return err
	}
	p, m := c.Size(), len(x)
	left, right := chainNeighbours(c.Label(), 0, p)
	segments := comm.Segments(m, p-2, segment)
	if left == comm.None {
		c.Copy(result, x)
	}
	in := result // prefixes are received into `result` unless `result` aliases x
	if comm.Same(x, result) {
		in = c.Scratch(m)
		defer c.Release(in)
	}

	for i := range segments.Count() {
		prefix, sum := comm.Block(segments, in, i), comm.Block(segments, result, i)
		if i == 0 {
			c.Recv(left, prefix)
		} else {
			c.SendRecv(right, comm.Block(segments, result, i-1), left, prefix)
		}
		if left != comm.None {
			op.Apply(sum, prefix, comm.Block(segments, x, i))
		}
	}
	c.Send(right, comm.Block(segments, result, segments.Count()-1))
	return c.Err()
}

// Exscan combines the vectors x of the nodes 0 to i-1 on node i (exclusive prefix sums), as Scan does.
//
// On return, result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node i-1; len(result) = len(x) = m; node 0's result
// is unchanged. Any p; operands are combined in label order. For `segment`, see Scan.
// K segments take K+p-2 steps: T = (ts + tw·m/K)(K+p-2), under SF and CT.
//
// Not in the book; cf. MPI_Exscan.
func Exscan[T any](c *comm.Comm[T], segment int, op comm.Op[T], x, result []T) error {
	if err := cmp.Or(comm.CheckSegment("ring: Exscan", segment),
		comm.CheckAllreduce("ring: Exscan", op, x, result)); err != nil {
		return err
	}
	p, m := c.Size(), len(x)
	left, right := chainNeighbours(c.Label(), 0, p)
	segments := comm.Segments(m, p-2, segment)
	scratch := c.Scratch(2 * m)
	defer c.Release(scratch)
	sum, in := x, result // node 0 only sends x
	if left != comm.None {
		sum = scratch[:m]
	}
	if comm.Same(x, result) {
		in = scratch[m:]
	}

	for i := range segments.Count() {
		prefix := comm.Block(segments, in, i)
		if i == 0 {
			c.Recv(left, prefix)
		} else {
			c.SendRecv(right, comm.Block(segments, sum, i-1), left, prefix)
		}
		if left != comm.None && right != comm.None {
			op.Apply(comm.Block(segments, sum, i), prefix, comm.Block(segments, x, i))
		}
	}
	c.Send(right, comm.Block(segments, sum, segments.Count()-1))
	if left != comm.None && comm.Same(x, result) {
		c.Copy(result, in)
	}
	return c.Err()
}
