package ring

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo"
)

// Reduce combines the vectors x of all nodes at node root. Partial sums reach root from both directions of
// the ring.
//
// On return, root's result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. On the
// other nodes, `result` may be nil. Any p. If op does not commute, operands are combined in label order for
// every root.
// ceil(p/2) steps of m words: T = (ts + tw·m) ceil(p/2) under SF. If op does not commute, the sum of the
// nodes 0 to root-1 reaches root from the left, and the sum of the nodes after root reaches it from the
// right. This takes max(root+1, p-1-root) steps, but at most p-1.
//
// The reverse of Bcast, section 3.1 (1st ed.); cf. MPI_Reduce.
func Reduce[T any](c *comm.Comm[T], root int, op comm.Op[T], x, result []T) error {
	if err := comm.CheckReduce("ring: Reduce", c, root, op, x, result); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Label(), len(x)
	left, right := topo.Mod(me-1, p), topo.Mod(me+1, p)
	arm := p / 2 // number of nodes to the right of root; p-1-arm nodes are to the left
	if !op.Commutative {
		arm = p - 1 - root
	}
	scratch := c.Scratch(m)
	defer c.Release(scratch)

	switch distance := topo.Mod(me-root, p); {
	case distance == 0:
		sum, in := x, result // the first sum is received into `result`
		if comm.Same(x, result) {
			in = scratch // result aliases x, which must not be overwritten yet
		}
		if arm < p-1 {
			c.Recv(left, in)
			op.Apply(result, in, sum)
			sum, in = result, scratch
		}
		if arm > 0 {
			c.Recv(right, in)
			op.Apply(result, sum, in)
		}
		if p == 1 {
			c.Copy(result, x)
		}
	case distance == arm || distance == arm+1: // the node is the farthest from root on its side
		c.Send(nearerNeighbour(distance, arm, left, right), x)
	case distance < arm:
		c.Recv(right, scratch)
		op.Apply(scratch, x, scratch)
		c.Send(left, scratch)
	default:
		c.Recv(left, scratch)
		op.Apply(scratch, scratch, x)
		c.Send(right, scratch)
	}
	return c.Err()
}

// nearerNeighbour returns the neighbour that is nearer to the root.
func nearerNeighbour(distance, arm, left, right int) int {
	if distance <= arm {
		return left
	}
	return right
}

// ReducePipelined combines the vectors x of all nodes at node root in segments. It is the reverse of
// BcastPipelined. A node receives the sum of one segment from the right while it sends the sum of another
// segment to the left.
//
// On return, root's result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. On the
// other nodes, `result` may be nil. Any p. For `segment`, see BcastPipelined. If op does not commute, the sum
// is collected at node 0, which sends it to root in one more step. K segments take K+p-2 steps: T = (ts +
// tw·m/K)(K+p-2), under SF and CT.
//
// The reverse of the pipelined broadcast; cf. MPI_Reduce.
func ReducePipelined[T any](c *comm.Comm[T], root, segment int, op comm.Op[T], x, result []T) error {
	if err := cmp.Or(comm.CheckSegment("ring: ReducePipelined", segment),
		comm.CheckReduce("ring: ReducePipelined", c, root, op, x, result)); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Label(), len(x)
	first := root // node that collects the sums
	if !op.Commutative {
		first = 0
	}
	left, right := chainNeighbours(me, first, p)
	segments := comm.Segments(m, p-2, segment)
	scratch := c.Scratch(m)
	defer c.Release(scratch)
	sum := scratch
	switch {
	case right == comm.None:
		sum = x // the first node of the pipeline receives nothing
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

// ReduceGather combines the vectors x of all nodes at node root in two phases: an all-to-all reduction of the
// p parts of x, and a gather of the sums.
//
// On return, root's result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. On the
// other nodes, `result` may be nil. Any p; p need not divide m. op must commute.
// 2(p-1) steps of m/p words: T = 2(ts + tw·m/p)(p-1), under SF and CT.
//
// "Improving the speed of some operations", section 4.7 (2nd ed.); cf. MPI_Reduce.
func ReduceGather[T any](c *comm.Comm[T], root int, op comm.Op[T], x, result []T) error {
	if err := cmp.Or(comm.CheckReduce("ring: ReduceGather", c, root, op, x, result),
		op.CheckCommutes("ring: ReduceGather")); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Label(), len(x)
	blocks := comm.SplitBlocks(p, m)
	mine := c.Scratch(blocks.Len(me))
	defer c.Release(mine)
	if me == root {
		mine = comm.Block(blocks, result, me)
	}
	if err := ReduceScatter(c, op, x, mine, blocks); err != nil {
		return err
	}
	return Gather(c, root, mine, result, blocks)
}

// ReduceDoubling combines the vectors x of all nodes at node root by recursive doubling, with the steps of
// BcastDoubling in reverse order. In step i = 0, 1, ... a node sends its sum to the node that is 2^i places
// to its left.
//
// On return, root's result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. On the
// other nodes, `result` may be nil. p = 2^d; for any other p the tree is truncated to p nodes, in ceil(log p)
// steps. If op does not commute, the sum is collected at node 0, which sends it to root in one more step. log
// p steps of m words: T = (ts + tw·m) log p + th(p-1) under CT.
//
// Section 3.1.2, figure 3.6 reversed (1st ed.), figure 4.3 (2nd ed.); cf. MPI_Reduce.
func ReduceDoubling[T any](c *comm.Comm[T], root int, op comm.Op[T], x, result []T) error {
	if err := comm.CheckReduce("ring: ReduceDoubling", c, root, op, x, result); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Label(), len(x)
	first := root // node that collects the sums
	if !op.Commutative {
		first = 0
	}
	distance := topo.Mod(me-first, p)
	scratch := c.Scratch(2 * m)
	defer c.Release(scratch)
	total, spare := scratch[:m], scratch[m:]
	if me == root {
		total = result
	}

	sum, in := x, total // the first sum is received into `total`
	if comm.Same(x, result) {
		in = spare // result aliases x, which must not be overwritten yet
	}
	for i := range topo.CubeDim(p) {
		bit := 1 << i
		switch {
		case distance&(bit-1) != 0: // this node has already sent its sum
		case distance&bit != 0:
			c.Send(topo.Mod(me-bit, p), sum)
		case distance+bit < p:
			c.Recv(topo.Mod(me+bit, p), in)
			op.Apply(total, sum, in)
			sum, in = total, spare
		}
	}
	switch {
	case p == 1:
		c.Copy(result, x)
	case first == root:
	case me == first:
		c.Send(root, sum)
	case me == root:
		c.Recv(first, result)
	}
	return c.Err()
}

// ReduceLinear combines the vectors x of all nodes at node root, which receives all vectors at once. It is a
// baseline for comparisons, and the reverse of BcastLinear.
//
// On return, root's result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. On the
// other nodes, `result` may be nil. Any p; operands are combined in label order. Root needs (p-1)m additional
// words of memory. One step in which root receives p-1 messages of m words. With one port it receives them
// one after the other: T = (ts + tw·m)(p-1) if every pair of nodes is one link apart.
//
// Not in the book; cf. MPI_Reduce, Open MPI's basic_linear, which receives the vectors in sequence.
func ReduceLinear[T any](c *comm.Comm[T], root int, op comm.Op[T], x, result []T) error {
	if err := comm.CheckReduce("ring: ReduceLinear", c, root, op, x, result); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Label(), len(x)
	if me != root {
		c.Send(root, x)
		return c.Err()
	}
	blocks, scratch := comm.EqualBlocks(p-1, m), c.Scratch((p-1)*m)
	defer c.Release(scratch)
	xOf := func(node int) []T { // xOf returns the vector x of a node
		switch {
		case node < root:
			return comm.Block(blocks, scratch, node)
		case node > root:
			return comm.Block(blocks, scratch, node-1)
		}
		return x
	}

	for node := p - 1; node >= 0; node-- {
		if node != root {
			c.PostRecv(node, xOf(node))
		}
	}
	c.Exchange()
	sum := xOf(0)
	for node := 1; node < p; node++ {
		into := result
		if node < root {
			into = sum // result may alias x, which has not been combined yet
		}
		op.Apply(into, sum, xOf(node))
		sum = into
	}
	if p == 1 {
		c.Copy(result, x)
	}
	return c.Err()
}
