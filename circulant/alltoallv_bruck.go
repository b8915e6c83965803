package circulant

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo"
)

// AlltoallvBruck is like AlltoallBruck, but blocks may have different lengths. counts[i] describes the blocks
// that node i sends. Every node passes the same counts.
//
// On return, result has the blocks for this node from every node's slice `all`, in label order. len(all) is
// the number of words that this node sends, and len(result) the number of words that it receives. Any p, any
// radix r >= 2.
// ceil(log_r p) rounds of r-1 messages. A block is sent once for each nonzero digit of its distance in base
// r. Gathering the blocks of each message adds tr for each word.
//
// Fan, Gilray, Pascucci, Huang, Micinski, Kumar 2022, two-phase Bruck; cf. MPI_Alltoallv. There are two
// differences from the paper. Every node knows all counts, so no separate messages announce the lengths of
// the blocks. A block stays in its receive buffer until it is forwarded.
func AlltoallvBruck[T any](c *comm.Comm[T], radix int, counts []comm.Blocks, all, result []T) error {
	if err := cmp.Or(checkCounts("circulant: AlltoallvBruck", c, counts, all, result),
		comm.CheckRadix("circulant: AlltoallvBruck", radix)); err != nil {
		return err
	}
	p, me := c.Size(), c.Label()
	defer c.ReleaseTo(c.Mark())

	// held[i] is the block on this node whose destination is i labels after its source. Before the round with
	// the distances n, 2n, ..., it has moved by i mod n labels, and length(i, n) is its length.
	held := make([][]T, p)
	for i := range held {
		held[i] = comm.Block(counts[me], all, topo.Mod(me+i, p))
	}
	length := func(i, n int) int {
		from := topo.Mod(me-i%n, p)
		return counts[from].Len(topo.Mod(from+i, p))
	}
	// A radix above p gives the same rounds as radix p. The limit prevents an overflow of n*radix.
	radix = min(radix, max(p, 2))
	for n := 1; n < p; n *= radix {
		leaving, arriving := 0, 0
		for i := range p {
			if i/n%radix != 0 {
				leaving, arriving = leaving+len(held[i]), arriving+length(i, n*radix)
			}
		}
		in, out := c.Scratch(arriving), c.Scratch(leaving)
		rest := out
		for j := 1; j < radix && j*n < p; j++ {
			sent, received := 0, 0
			eachWithDigit(j, n, radix, p, func(i int) {
				sent += c.Copy(rest[sent:], held[i])
				held[i] = in[received:][:length(i, n*radix)]
				received += len(held[i])
			})
			c.PostRecv(topo.Mod(me-j*n, p), in[:received])
			c.PostSend(topo.Mod(me+j*n, p), rest[:sent])
			in, rest = in[received:], rest[sent:]
		}
		c.Exchange()
		c.Release(out)
	}
	for from := range p {
		result = result[c.Copy(result, held[topo.Mod(me-from, p)]):]
	}
	return c.Err()
}

// checkCounts returns an error if counts do not describe the blocks of all nodes, or if the length of a slice
// does not match this node's counts.
func checkCounts[T any](proc string, c *comm.Comm[T], counts []comm.Blocks, all, result []T) error {
	if len(counts) != c.Size() {
		return comm.Refuse("%s: counts of %d nodes, want %d", proc, len(counts), c.Size())
	}
	received := 0
	for _, blocks := range counts {
		if err := comm.CheckBlocks(proc, blocks, c.Size()); err != nil {
			return err
		}
		received += blocks.Len(c.Label())
	}
	return cmp.Or(comm.CheckLen(proc, "all", len(all), counts[c.Label()].Total()),
		comm.CheckLen(proc, "result", len(result), received))
}
