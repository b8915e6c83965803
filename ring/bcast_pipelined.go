package ring

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo"
)

// BcastPipelined sends x from node root around the ring in segments: a node forwards one segment while it
// receives the next.
//
// x has the same length on every node; on return it holds root's values. Any p. segment is the length of
// a segment in words; with 0, comm.Segments chooses it.
// K segments take K+p-2 steps: T = (ts + tw·m/K)(K+p-2), under SF and CT alike.
//
// The pipelined broadcast that the notes mention for Gaussian elimination and matrix multiplication
// (1st ed., after figure 3.10); cf. MPI_Bcast.
func BcastPipelined[T any](c *comm.Comm[T], root, segment int, x []T) error {
	if err := cmp.Or(comm.CheckRoot("ring: BcastPipelined", root, c.Size()),
		comm.CheckSegment("ring: BcastPipelined", segment)); err != nil {
		return err
	}
	p, me := c.Size(), c.Label()
	left, right := chain(me, root, p)
	segments := comm.Segments(len(x), p-2, segment)

	k := segments.Count()
	c.Recv(left, comm.Block(segments, x, 0))
	for i := range k - 1 {
		c.SendRecv(right, comm.Block(segments, x, i), left, comm.Block(segments, x, i+1))
	}
	c.Send(right, comm.Block(segments, x, k-1))
	return c.Err()
}

// chain returns the neighbours of a node in the chain that begins at first; an end of the chain has comm.None.
func chain(me, first, p int) (left, right int) {
	left, right = topo.Mod(me-1, p), topo.Mod(me+1, p)
	if me == first {
		left = comm.None
	}
	if right == first {
		right = comm.None
	}
	return left, right
}
