package circulant

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo"
)

// Bcast sends x from node root to every node in n blocks. In each round, a node sends at most one block and
// receives at most one.
//
// x has the same length on every node; on return it holds root's values. Any p. The argument `segment` is the
// length of a block in words. If it is 0, comm.Segments chooses the length.
// n blocks take n-1 + ceil(log p) rounds, and no broadcast of n blocks takes fewer:
// T = (ts + tw·m/n)(n-1 + ceil(log p)), if every pair of nodes is one link apart. Each node computes its own
// schedule in O(log² p) steps.
//
// Träff 2024; cf. MPI_Bcast, MPICH's circ_graph.
func Bcast[T any](c *comm.Comm[T], root, segment int, x []T) error {
	if err := cmp.Or(comm.CheckRoot("circulant: Bcast", root, c.Size()),
		comm.CheckSegment("circulant: Bcast", segment)); err != nil {
		return err
	}
	blocks := comm.Segments(len(x), topo.CubeDim(c.Size())-1, segment)
	r := newRounds(c, root, blocks.Count())

	for i := range r.count() {
		to, out, from, in := r.round(i)
		c.SendRecv(to, comm.Block(blocks, x, out), from, comm.Block(blocks, x, in))
	}
	return c.Err()
}
