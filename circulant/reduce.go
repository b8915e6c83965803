package circulant

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo"
)

// Reduce combines the vectors x of all nodes at node root in n blocks, with the rounds of Bcast in reverse.
// If a node receives a block in a round of Bcast, it sends its sum of this block in that round of Reduce. If
// it sends a block in Bcast, it receives a sum of this block in Reduce and adds the sum to its own.
//
// On return, root's result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. On the
// other nodes, `result` may be nil. Any p. op must commute. For `segment`, see Bcast.
// n blocks take n-1 + ceil(log p) rounds: T = (ts + tw·m/n)(n-1 + ceil(log p)), if every pair of nodes is one
// link apart.
//
// Träff 2024; cf. MPI_Reduce, MPICH's circ_graph.
func Reduce[T any](c *comm.Comm[T], root, segment int, op comm.Op[T], x, result []T) error {
	if err := cmp.Or(comm.CheckReduce("circulant: Reduce", c, root, op, x, result),
		op.CheckCommutes("circulant: Reduce"),
		comm.CheckSegment("circulant: Reduce", segment)); err != nil {
		return err
	}
	m := len(x)
	blocks := comm.Segments(m, topo.CubeDim(c.Size())-1, segment)
	r := newRounds(c, root, blocks.Count())
	scratch := c.Scratch(m + blocks.Longest())
	defer c.Release(scratch)
	sums, in := scratch[:m], scratch[m:]
	if c.Label() == root {
		sums = result
	}

	if !comm.Same(sums, x) {
		c.Copy(sums, x)
	}
	for i := r.count() - 1; i >= 0; i-- {
		from, block, to, own := r.round(i)
		sum := comm.Block(blocks, sums, block)
		c.SendRecv(to, comm.Block(blocks, sums, own), from, in[:len(sum)])
		if from != comm.None {
			op.Apply(sum, sum, in[:len(sum)])
		}
	}
	return c.Err()
}
