package circulant

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo"
)

// AlltoallBruck sends a distinct block from every node to every node. A block that has to go i nodes further goes digit by digit of
// i in base r: all blocks with the digit j at n = r^k go together, j·n nodes further.
//
// On return block i of result is this node's block of all of node i; len(all) = len(result) = p·m. Any p, any radix r >= 2.
// ceil(log_r p) rounds of r-1 messages of about p·m/r words: T = (r-1) log_r p·ts + tw·m·p·(r-1)/r·log_r p with one port, where
// every node is one link away and p is a power of r, plus tr to gather the blocks of each message and put them back. With r = 2
// there are fewest messages, (ts + tw·m·p/2) log p; with r = p they are those of ring.AlltoallLinear.
//
// Bruck, Ho, Kipnis, Upfal, Weathersby 1997, the index operation; with r = 2 cf. MPI_Alltoall, Open MPI's modified_bruck. Differs: a block is
// kept from the beginning where it is at the end, so that nothing is turned after the last round.
func AlltoallBruck[T any](c *comm.Comm[T], radix int, all, result []T) error {
	if err := cmp.Or(comm.CheckAlltoall("circulant: AlltoallBruck", c, all, result),
		comm.CheckRadix("circulant: AlltoallBruck", radix)); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Label(), len(all)/c.Size()
	blocks := comm.EqualBlocks(p, m)
	scratch := c.Scratch(2 * p * m)
	defer c.Release(scratch)

	// The block that has to go i nodes further in all is kept as block me - i: the one that is there at the end was sent from there.
	block := func(i int) []T { return comm.Block(blocks, result, topo.Mod(me-i, p)) }
	for i := range p {
		c.Copy(block(i), comm.Block(blocks, all, topo.Mod(me+i, p)))
	}
	radix = min(radix, max(p, 2)) // the same rounds, and its powers times p are no overflow
	for n := 1; n < p; n *= radix {
		out, in := scratch[:p*m], scratch[p*m:]
		for j := 1; j < radix && j*n < p; j++ {
			words := 0
			eachWith(j, n, radix, p, func(i int) { words += c.Copy(out[words:], block(i)) })
			c.PostRecv(topo.Mod(me-j*n, p), in[:words])
			c.PostSend(topo.Mod(me+j*n, p), out[:words])
			out, in = out[words:], in[words:]
		}
		c.Exchange()
		in = scratch[p*m:]
		for j := 1; j < radix && j*n < p; j++ {
			eachWith(j, n, radix, p, func(i int) { in = in[c.Copy(block(i), in):] })
		}
	}
	return c.Err()
}

// eachWith calls f for every i below p that has the digit j at n, a power of the radix.
func eachWith(j, n, radix, p int, f func(i int)) {
	for first := j * n; first < p; first += radix * n {
		for i := first; i < min(first+n, p); i++ {
			f(i)
		}
	}
}
