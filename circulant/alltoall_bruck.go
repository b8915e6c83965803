package circulant

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo"
)

// AlltoallBruck sends a distinct block from every node to every node. A block from node v to node v + i moves
// once for each nonzero digit of i in base r. In round k, all blocks whose digit k is j move together by j·n
// nodes, where n = r^k.
//
// On return, block i of result is the block for this node from node i's slice `all`. len(all) = len(result) =
// p·m. Any p, any radix r >= 2.
// ceil(log_r p) rounds of r-1 messages of about p·m/r words:
// T = (r-1) log_r p·ts + tw·m·p·(r-1)/r·log_r p with one port, if every pair of nodes is one link apart and p
// is a power of r. Gathering the blocks of each message and putting them back adds tr for each word. With
// r = 2, nodes send the fewest messages: T = (ts + tw·m·p/2) log p. With r = p the messages are the same as
// in ring.AlltoallLinear.
//
// Bruck, Ho, Kipnis, Upfal, Weathersby 1997, the index operation (alltoall); with r = 2 cf. MPI_Alltoall,
// Open MPI's modified_bruck. Unlike in the paper, each block is stored at its final place from the beginning,
// so no final rotation is needed.
func AlltoallBruck[T any](c *comm.Comm[T], radix int, all, result []T) error {
	if err := cmp.Or(comm.CheckAlltoall("circulant: AlltoallBruck", c, all, result),
		comm.CheckRadix("circulant: AlltoallBruck", radix)); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Label(), len(all)/c.Size()
	blocks := comm.EqualBlocks(p, m)
	scratch := c.Scratch(2 * p * m)
	defer c.Release(scratch)

	// The block for node `me` + i is stored as block `me` - i of `result`. At the end, this position has the
	// block from node `me` - i.
	block := func(i int) []T { return comm.Block(blocks, result, topo.Mod(me-i, p)) }
	for i := range p {
		c.Copy(block(i), comm.Block(blocks, all, topo.Mod(me+i, p)))
	}
	// A radix above p gives the same rounds as radix p. The limit prevents an overflow of n*radix.
	radix = min(radix, max(p, 2))
	for n := 1; n < p; n *= radix {
		out, in := scratch[:p*m], scratch[p*m:]
		for j := 1; j < radix && j*n < p; j++ {
			words := 0
			eachWithDigit(j, n, radix, p, func(i int) { words += c.Copy(out[words:], block(i)) })
			c.PostRecv(topo.Mod(me-j*n, p), in[:words])
			c.PostSend(topo.Mod(me+j*n, p), out[:words])
			out, in = out[words:], in[words:]
		}
		c.Exchange()
		in = scratch[p*m:]
		for j := 1; j < radix && j*n < p; j++ {
			eachWithDigit(j, n, radix, p, func(i int) { in = in[c.Copy(block(i), in):] })
		}
	}
	return c.Err()
}

// eachWithDigit calls f for every i below p whose digit for n is j, so that i/n mod radix = j. n is a power
// of the radix.
func eachWithDigit(j, n, radix, p int, f func(i int)) {
	for first := j * n; first < p; first += radix * n {
		for i := first; i < min(first+n, p); i++ {
			f(i)
		}
	}
}
