package tree

import (
	"topocoll/comm"
	"topocoll/topo"
)

// ReduceScatterPAT combines the i-th blocks of all nodes on node i, for every i, with the rounds of
// AllgatherPAT in reverse. In a round of distance n, a node sends its sums for the nodes that are n, 3n, 5n,
// ... before it, packed into one message, and adds the sums that it receives.
//
// On return, the slice `mine` of node i is the sum over all nodes of block i of the slice `all`: mine[j] =
// word j of node 0's block i ⊕ ... ⊕ word j of node p-1's block i; len(all) = p·m, len(mine) = m. op must
// commute. Any p, without folding. ceil(log p) rounds of about p·m/2, ..., m words: T = ceil(log p)·ts +
// tw·m(p-1), if every pair of nodes is one link apart, plus tr to pack the blocks of each message.
//
// Jeaugey 2025, parallel aggregated trees; cf. MPI_Reduce_scatter_block, NCCL's PAT. The difference from NCCL
// is the same as for AllgatherPAT.
//
// If the blocks have different lengths, pass them as `counts`; `mine` then has the length of this node's
// block; cf. MPI_Reduce_scatter. `mine` may alias this node's block of `all`.
func ReduceScatterPAT[T any](c *comm.Comm[T], op comm.Op[T], all, mine []T, counts ...comm.Blocks) error {
	blocks := comm.BlocksOf(c, len(mine), counts)
	if err := comm.CheckReduceScatter("tree: ReduceScatterPAT", c, op, blocks, all, mine); err != nil {
		return err
	}
	p, me, total := c.Size(), c.Label(), len(all)
	scratch := c.Scratch(2 * total)
	defer c.Release(scratch)
	sums, messages := scratch[:total], scratch[total:]
	block := func(x []T, distance int) []T { return comm.Block(blocks, x, topo.Mod(me-distance, p)) }

	x := all // the partial sums before the current round
	for n := 1; n < p; n *= 2 {
		out, in := 0, 0
		for i := 0; i+n < p; i += 2 * n {
			out += c.Copy(messages[out:], block(x, i+n))
			in += len(block(x, i))
		}
		arrived := messages[out : out+in]
		c.SendRecv(topo.Mod(me-n, p), messages[:out], topo.Mod(me+n, p), arrived)
		for i := 0; i < p; i += 2 * n {
			sum, own := block(sums, i), block(x, i)
			switch {
			case i+n < p:
				op.Apply(sum, arrived[:len(own)], own)
				arrived = arrived[len(own):]
			case n == 1:
				c.Copy(sum, own)
			}
		}
		x = sums
	}
	c.Copy(mine, block(x, 0))
	return c.Err()
}
