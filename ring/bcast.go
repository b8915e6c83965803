package ring

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo"
)

// Bcast sends x from node root to every node, in both directions around the ring.
//
// x has the same length on every node; on return it holds root's values. Any p.
// ceil(p/2) steps of m words: T = (ts + tw·m) ceil(p/2) under SF.
//
// Section 3.1.1, figure 3.2 (1st ed.); cf. MPI_Bcast.
func Bcast[T any](c *comm.Comm[T], root int, x []T) error {
	if err := comm.CheckRoot("ring: Bcast", root, c.Size()); err != nil {
		return err
	}
	p, me := c.Size(), c.Label()
	left, right := topo.Mod(me-1, p), topo.Mod(me+1, p)

	switch distance := topo.Mod(me-root, p); {
	case distance == 0:
		if p > 1 {
			c.Send(right, x)
		}
		if p > 2 {
			c.Send(left, x)
		}
	case distance <= p/2: // the nodes to the right of root, root+1 .. root+p/2
		c.Recv(left, x)
		if distance < p/2 {
			c.Send(right, x)
		}
	default:
		c.Recv(right, x)
		if distance > p/2+1 {
			c.Send(left, x)
		}
	}
	return c.Err()
}

// BcastPipelined sends x from node root around the ring in segments. A node forwards one segment while it
// receives the next.
//
// x has the same length on every node; on return it holds root's values. Any p. The argument `segment` is the
// length of a segment in words. If it is 0, comm.Segments chooses the length. K segments take K+p-2 steps: T
// = (ts + tw·m/K)(K+p-2), under SF and CT.
//
// The pipelined broadcast that the book mentions for Gaussian elimination and matrix multiplication (1st ed.,
// after figure 3.10); cf. MPI_Bcast.
func BcastPipelined[T any](c *comm.Comm[T], root, segment int, x []T) error {
	if err := cmp.Or(comm.CheckRoot("ring: BcastPipelined", root, c.Size()),
		comm.CheckSegment("ring: BcastPipelined", segment)); err != nil {
		return err
	}
	p, me := c.Size(), c.Label()
	left, right := chainNeighbours(me, root, p)
	segments := comm.Segments(len(x), p-2, segment)

	k := segments.Count()
	c.Recv(left, comm.Block(segments, x, 0))
	for i := range k - 1 {
		c.SendRecv(right, comm.Block(segments, x, i), left, comm.Block(segments, x, i+1))
	}
	c.Send(right, comm.Block(segments, x, k-1))
	return c.Err()
}

// BcastScatter sends x from node root to every node in two phases. Root scatters the p parts of x, and an
// all-to-all broadcast then collects all parts on every node.
//
// x has the same length on every node; on return it holds root's values. Any p; p need not divide m. 2(p-1)
// steps of m/p words: T = 2(ts + tw·m/p)(p-1), under SF and CT.
//
// "Improving the speed of some operations", section 4.7 (2nd ed.), section 3.7.1 (1st ed.); van de Geijn's
// broadcast; cf. MPI_Bcast.
func BcastScatter[T any](c *comm.Comm[T], root int, x []T) error {
	if err := comm.CheckRoot("ring: BcastScatter", root, c.Size()); err != nil {
		return err
	}
	p := c.Size()
	blocks := comm.SplitBlocks(p, len(x))
	mine := comm.Block(blocks, x, c.Label())

	// Each part for another node is received at its final place in x and forwarded from there.
	scatterRight(c, root, func(distance int) []T { return comm.Block(blocks, x, topo.Mod(root+distance, p)) })
	return Allgather(c, mine, x, blocks)
}

// BcastDoubling sends x from node root to every node by recursive doubling. In step i = 1, 2, ... every node
// that has x sends it to the node that is p/2^i places to its right.
//
// x has the same length on every node; on return it holds root's values. p = 2^d; for any other p the tree is
// truncated to p nodes, in ceil(log p) steps. log p steps of m words: T = (ts + tw·m) log p + th(p-1) under
// CT.
//
// Section 3.1.2, figure 3.6 (1st ed.), section 4.1.1, figure 4.2 (2nd ed.); cf. MPI_Bcast.
func BcastDoubling[T any](c *comm.Comm[T], root int, x []T) error {
	if err := comm.CheckRoot("ring: BcastDoubling", root, c.Size()); err != nil {
		return err
	}
	p, me := c.Size(), c.Label()
	distance := topo.Mod(me-root, p)

	for i := topo.CubeDim(p) - 1; i >= 0; i-- {
		bit := 1 << i
		switch {
		case distance&(bit-1) != 0: // x has not reached this node yet
		case distance&bit != 0:
			c.Recv(topo.Mod(me-bit, p), x)
		case distance+bit < p:
			c.Send(topo.Mod(me+bit, p), x)
		}
	}
	return c.Err()
}

// BcastLinear sends x from node root to every other node, one after the other. It is a baseline for
// comparisons.
//
// x has the same length on every node; on return it holds root's values. Any p.
// p-1 messages of m words from one node: T = (ts + tw·m)(p-1) if every pair of nodes is one link apart.
//
// The "inefficient" algorithm of section 4.1.1 (2nd ed.); cf. MPI_Bcast, Open MPI's basic_linear.
func BcastLinear[T any](c *comm.Comm[T], root int, x []T) error {
	if err := comm.CheckRoot("ring: BcastLinear", root, c.Size()); err != nil {
		return err
	}
	p, me := c.Size(), c.Label()
	if me != root {
		c.Recv(root, x)
		return c.Err()
	}
	for node := range p {
		if node != root {
			c.Send(node, x)
		}
	}
	return c.Err()
}
