package circulant

import (
	"topocoll/comm"
	"topocoll/topo"
)

// ReduceScatterPairwise combines the i-th blocks of all nodes on node i, for every i. In round k, node j
// sends node j+k the block for that node, and receives a block for itself from node j-k, mod p.
//
// On return, the slice `mine` of node i is the sum over all nodes of block i of the slice `all`: mine[j] =
// word j of node 0's block i ⊕ ... ⊕ word j of node p-1's block i. len(all) = p·m, len(mine) = m. Operands
// are combined in label order, because blocks from lower labels and from higher labels are summed separately.
// Any p. p-1 rounds of m words: T = (ts + tw·m)(p-1), if every pair of nodes is one link apart.
//
// Pairwise exchange (Thakur, Rabenseifner, Gropp 2005); cf. MPI_Reduce_scatter_block, MPICH's pairwise.
// Unlike in MPICH, op need not commute.
//
// If the blocks have different lengths, pass them as `counts`; `mine` then has the length of this node's
// block; cf. MPI_Reduce_scatter. `mine` may alias this node's block of `all`.
func ReduceScatterPairwise[T any](c *comm.Comm[T], op comm.Op[T], all, mine []T,
	counts ...comm.Blocks) error {
	blocks := comm.BlocksOf(c, len(mine), counts)
	if err := comm.CheckReduceScatterInOrder("circulant: ReduceScatterPairwise", c, op, blocks, all,
		mine); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Label(), len(mine)
	scratch := c.Scratch(2 * m)
	defer c.Release(scratch)
	in, above := scratch[:m], scratch[m:]

	sum := comm.Block(blocks, all, me)
	for i := 1; i < p; i++ {
		to, from := topo.Mod(me+i, p), topo.Mod(me-i, p)
		msg := in
		if from == p-1 {
			msg = above // the first block from a higher label
		}
		c.SendRecv(to, comm.Block(blocks, all, to), from, msg)
		switch {
		case from < me:
			op.Apply(mine, in, sum)
			sum = mine
		case from < p-1:
			op.Apply(above, in, above)
		}
	}
	if me < p-1 {
		op.Apply(mine, sum, above)
	} else if p == 1 {
		c.Copy(mine, sum)
	}
	return c.Err()
}
