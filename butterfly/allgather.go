package butterfly

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo"
)

// Allgather collects the block of every node on every node. In the round of size n, r groups of n nodes
// exchange their blocks.
//
// On return, block i of result is the slice `mine` of node i. len(mine) = m, len(result) = p·m. Any p, any
// radix r >= 2; nodes that do not fill a group are folded in and out, in two more rounds, one of m words and
// one of p·m words.
// log_r p rounds of r-1 messages of m, rm, r²m, ... words: T = (r-1) log_r p·ts + tw·m(p-1) with one port, if
// every pair of nodes is one link apart. With r = 2 it is hcube.Allgather.
//
// Recursive doubling in base r; cf. MPI_Allgather, MPICH's recexch, UCC's knomial. Unlike in MPICH, the last
// round may have fewer than r groups, so fewer nodes are folded.
//
// If the blocks have different lengths, pass them as `counts`; `mine` then has the length of this node's
// block; cf. MPI_Allgatherv. `mine` may alias this node's block of result, as with MPI_IN_PLACE.
func Allgather[T any](c *comm.Comm[T], radix int, mine, result []T, counts ...comm.Blocks) error {
	blocks := comm.BlocksOf(c, len(mine), counts)
	if err := cmp.Or(comm.CheckAllgather("butterfly: Allgather", c, blocks, mine, result),
		comm.CheckRadix("butterfly: Allgather", radix)); err != nil {
		return err
	}
	c.Copy(comm.Block(blocks, result, c.Label()), mine)
	g := newGroupMember(c, radix)
	if g.runSpare(comm.Block(blocks, result, c.Label()), result) {
		return c.Err()
	}

	if g.spare != comm.None {
		c.Recv(g.spare, comm.Block(blocks, result, g.spare))
	}
	for n := 1; n < g.nodes; n *= g.radix {
		many, _ := g.membersInRound(n)
		for j := 1; j < many; j++ {
			from, _ := g.peer(n, -j)
			to, _ := g.peer(n, j)
			c.PostRecv(g.Host(from), g.groupBlocks(blocks, result, from, n))
			c.PostSend(g.Host(to), g.groupBlocks(blocks, result, g.node, n))
		}
		c.Exchange()
	}
	c.Send(g.spare, result)
	return c.Err()
}

// AllgatherSwing collects the block of every node on every node of a torus, with the rounds of
// ReduceScatterSwing in reverse. Along the dimensions in turn, pairs of nodes exchange all their blocks,
// distant pairs first and neighbours last.
//
// On return, block i of result is the slice `mine` of node i. len(mine) = m, len(result) = p·m. g is a mesh
// of p nodes. p = 2^d; for any other p, the spare nodes are folded in and out (two more rounds, one of m
// words and one of p·m words), and the other nodes form a ring. log p rounds of m, 2m, ..., p·m/2 words: T =
// ts log p + tw·m(p-1), if every pair of nodes is one link apart or the extents of the torus are at most 4,
// plus tr to put the blocks in label order.
//
// De Sensi, Bonato, Saam, Hoefler 2024; cf. MPI_Allgather, PICO's bine. Unlike in the paper, the blocks are
// stored in an order in which each message is contiguous, and are put in label order at the end.
func AllgatherSwing[T any](c *comm.Comm[T], g topo.Mesh, mine, result []T) error {
	blocks := comm.EqualBlocks(c.Size(), len(mine))
	if err := cmp.Or(checkTorus("butterfly: AllgatherSwing", c, g),
		comm.CheckAllgather("butterfly: AllgatherSwing", c, blocks, mine, result)); err != nil {
		return err
	}
	s, m := newSwingNode(c, g), len(mine)
	if s.runSpare(mine, result) {
		return c.Err()
	}
	startOf := func(place int) int { return s.labelsBefore(place) * m }
	held := c.Scratch(len(result))
	defer c.Release(held)

	own := held[startOf(s.placeOf(s.node)):]
	c.Copy(own, mine)
	if s.spare != comm.None {
		c.Recv(s.spare, own[m:2*m])
	}
	s.allgather(startOf, held)
	for place := range 1 << s.D {
		node := s.nodeAt(place)
		c.Copy(comm.BlockRange(blocks, result, s.Host(node), s.Host(node+1)), held)
		held = held[s.labelCount(node)*m:]
	}
	c.Send(s.spare, result)
	return c.Err()
}
