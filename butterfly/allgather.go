package butterfly

import (
	"cmp"

	"topocoll/comm"
)

// Allgather collects the block of every node on every node: in the round of size n the blocks of r groups of n nodes each are
// exchanged.
//
// On return result holds node i's mine as its i-th block; len(mine) = m, len(result) = p·m. Any p, any radix r >= 2; nodes that do not
// fill the groups are folded in and out: two more rounds, of m and of p·m words.
// log_r p rounds of r-1 messages of m, rm, r²m, ... words: T = (r-1) log_r p·ts + tw·m(p-1) with one port, where every node is one
// link away. With r = 2 it is hcube.Allgather.
//
// Recursive doubling in base r; cf. MPI_Allgather, MPICH's recexch, UCC's knomial. Differs from the former: the last round may be among
// fewer than r groups, so fewer nodes are folded.
func Allgather[T any](c *comm.Comm[T], radix int, mine, result []T) error {
	if err := cmp.Or(comm.CheckAllgather("butterfly: Allgather", c, mine, result),
		comm.CheckRadix("butterfly: Allgather", radix)); err != nil {
		return err
	}
	blocks := comm.EqualBlocks(c.Size(), len(mine))
	c.Copy(comm.Block(blocks, result, c.Label()), mine)
	return Allgatherv(c, radix, blocks, result)
}

// Allgatherv is Allgather in place, with blocks of any lengths: node i's own block is in result already.
//
// Cf. MPI_Allgatherv with MPI_IN_PLACE.
func Allgatherv[T any](c *comm.Comm[T], radix int, blocks comm.Blocks, result []T) error {
	if err := cmp.Or(comm.CheckAllgatherv("butterfly: Allgatherv", c, blocks, result),
		comm.CheckRadix("butterfly: Allgatherv", radix)); err != nil {
		return err
	}
	g := groupsOf(c, radix)
	if g.runSpare(comm.Block(blocks, result, c.Label()), result) {
		return c.Err()
	}

	if g.spare != comm.None {
		c.Recv(g.spare, comm.Block(blocks, result, g.spare))
	}
	for n := 1; n < g.nodes; n *= g.radix {
		many, _ := g.round(n)
		for j := 1; j < many; j++ {
			from, _ := g.peer(n, -j)
			to, _ := g.peer(n, j)
			c.PostRecv(g.Host(from), g.group(blocks, result, from, n))
			c.PostSend(g.Host(to), g.group(blocks, result, g.node, n))
		}
		c.Exchange()
	}
	c.Send(g.spare, result)
	return c.Err()
}
