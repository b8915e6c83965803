package butterfly

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo"
)

// ReduceScatterSwing combines, on every node of a torus, the blocks that all nodes have for it: along the dimensions in turn, pairs send
// each other the sums for half of the blocks that they still add up, near nodes first.
//
// On return mine[j] = word j of block i of all on node 0 ⊕ ... ⊕ on node p-1, at node i; len(all) = p·m, len(mine) = m. g is a mesh of
// p nodes. op must commute. p = 2^d; for any other p the spare nodes are folded in and out, two more rounds, of p·m and of m words, and
// the others are a ring.
// log p rounds of p·m/2, ..., m words: T = ts log p + tw·m(p-1), where every node is one link away, and on a torus of extents up to 4;
// plus tr to put the blocks in the order of the places.
//
// De Sensi, Bonato, Saam, Hoefler 2024; cf. MPI_Reduce_scatter_block, PICO's bine. Differs: the blocks are put in the order of the places
// first, so that each message is one piece.
func ReduceScatterSwing[T any](c *comm.Comm[T], g topo.Mesh, op comm.Op[T], all, mine []T) error {
	if err := cmp.Or(checkTorus("butterfly: ReduceScatterSwing", c, g),
		comm.CheckReduceScatter("butterfly: ReduceScatterSwing", c, op, all, mine)); err != nil {
		return err
	}
	s, m := swingOn(c, g), len(mine)
	if s.runSpare(all, mine) {
		return c.Err()
	}
	blocks := comm.EqualBlocks(c.Size(), m)
	at := func(place int) int { return s.before(place) * m }
	sums := c.Scratch(len(all))
	defer c.Release(sums)

	in := all
	if s.spare != comm.None {
		in = c.Scratch(len(all))
		c.Recv(s.spare, in)
		op.Apply(in, all, in)
	}
	for place := range 1 << s.D {
		node := s.nodeAt(place)
		c.Copy(sums[at(place):], comm.BlockRange(blocks, in, s.Host(node), s.Host(node+1)))
	}
	if s.spare != comm.None {
		c.Release(in)
	}
	s.scatter(op, at, sums, sums)
	own := sums[at(s.place(s.node)):]
	c.Copy(mine, own[:m])
	if s.spare != comm.None {
		c.Send(s.spare, own[m:2*m])
	}
	return c.Err()
}
