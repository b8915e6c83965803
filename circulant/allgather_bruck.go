package circulant

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo"
)

// AllgatherBruck collects the block of every node on every node. Before each round, node j holds the n blocks
// j, j+1, ..., j+n-1, mod p, beginning with n = 1. In the round, node j receives n more blocks from each of
// the nodes j+n, j+2n, ..., j+(r-1)n, so n is multiplied by the radix r.
//
// On return, block i of result is the slice `mine` of node i. len(mine) = m, len(result) = p·m. Any p, any
// radix r >= 2.
// ceil(log_r p) rounds of r-1 messages of m, rm, r²m, ... words; in the last round the messages contain only
// the missing blocks. T = (r-1) log_r p·ts + tw·m(p-1) with one port, if every pair of nodes is one link
// apart.
//
// Bruck, Ho, Kipnis, Upfal, Weathersby 1997, the concatenation operation; with r = 2 cf. MPI_Allgather, Open
// MPI's bruck. The blocks are received in order of distance, and two copies put them in label order.
//
// If the blocks have different lengths, pass them as `counts`; `mine` then has the length of this node's
// block; cf. MPI_Allgatherv. `mine` may alias this node's block of result, as with MPI_IN_PLACE.
func AllgatherBruck[T any](c *comm.Comm[T], radix int, mine, result []T, counts ...comm.Blocks) error {
	blocks := comm.BlocksOf(c, len(mine), counts)
	if err := cmp.Or(comm.CheckAllgather("circulant: AllgatherBruck", c, blocks, mine, result),
		comm.CheckRadix("circulant: AllgatherBruck", radix)); err != nil {
		return err
	}
	c.Copy(comm.Block(blocks, result, c.Label()), mine)
	p, me := c.Size(), c.Label()
	start, total := blocks.Start(me), blocks.Total()
	held := result // node 0 receives the blocks in label order, so it needs no copy
	if me > 0 {
		held = c.Scratch(total)
		defer c.Release(held)
		c.Copy(held, comm.Block(blocks, result, me))
	}

	for n := 1; n < p; n *= radix {
		for j := 1; j < radix && j*n < p; j++ {
			many := min(n, p-j*n)
			c.PostRecv(topo.Mod(me+j*n, p), held[wordCount(blocks, me, j*n):wordCount(blocks, me, j*n+many)])
			c.PostSend(topo.Mod(me-j*n, p), held[:wordCount(blocks, me, many)])
		}
		c.Exchange()
	}
	if me > 0 {
		c.Copy(result[start:], held[:total-start])
		c.Copy(result[:start], held[total-start:])
	}
	return c.Err()
}

// wordCount returns the number of words in the n blocks that begin with block `first`, in cyclic order.
func wordCount(blocks comm.Blocks, first, n int) int {
	if end := first + n - blocks.Count(); end > 0 {
		return blocks.Total() - blocks.Start(first) + blocks.Start(end)
	}
	return blocks.Start(first+n) - blocks.Start(first)
}
