package tree

import (
	"topocoll/comm"
	"topocoll/topo"
)

// AllgatherPAT collects the block of every node on every node. The block of node j goes down a binomial tree
// over the nodes j, j+1, ..., j-1, mod p, over the longest distance first. In a round of distance n, a node
// sends one message with the blocks of the nodes that are 0, 2n, 4n, ... places before it. Only one block
// travels the longest distance, and half of the blocks travel to the next node.
//
// On return, block i of result is the slice `mine` of node i. len(mine) = m, len(result) = p·m. Any p.
// ceil(log p) rounds of m, 2m, 4m, ... words: T = ceil(log p)·ts + tw·m(p-1), if every pair of nodes is one
// link apart, plus tr to pack and unpack the blocks of each message.
//
// Jeaugey 2025, parallel aggregated trees; cf. MPI_Allgather, NCCL's PAT. Unlike in NCCL, a message has the
// blocks of all trees of a round. NCCL limits a message to the size of its buffers and handles one group of
// trees after another.
//
// If the blocks have different lengths, pass them as `counts`; `mine` then has the length of this node's
// block; cf. MPI_Allgatherv. `mine` may alias this node's block of result, as with MPI_IN_PLACE.
func AllgatherPAT[T any](c *comm.Comm[T], mine, result []T, counts ...comm.Blocks) error {
	blocks := comm.BlocksOf(c, len(mine), counts)
	if err := comm.CheckAllgather("tree: AllgatherPAT", c, blocks, mine, result); err != nil {
		return err
	}
	c.Copy(comm.Block(blocks, result, c.Label()), mine)
	p, me := c.Size(), c.Label()
	scratch := c.Scratch(blocks.Total())
	defer c.Release(scratch)
	// block returns the block of the node at the given distance before this one.
	block := func(distance int) []T { return comm.Block(blocks, result, topo.Mod(me-distance, p)) }

	for n := 1 << topo.CubeDim(p) / 2; n > 0; n /= 2 {
		out, in := 0, 0
		for i := 0; i+n < p; i += 2 * n {
			out += c.Copy(scratch[out:], block(i))
			in += len(block(i + n))
		}
		arrived := scratch[out : out+in]
		c.SendRecv(topo.Mod(me+n, p), scratch[:out], topo.Mod(me-n, p), arrived)
		for i := n; i < p; i += 2 * n {
			arrived = arrived[c.Copy(block(i), arrived):]
		}
	}
	return c.Err()
}
