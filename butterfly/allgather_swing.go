package butterfly

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo"
)

// AllgatherSwing collects the block of every node on every node of a torus, the rounds of ReduceScatterSwing backwards: along the
// dimensions in turn, pairs exchange all they hold, distant ones first and neighbours last.
//
// On return result holds node i's mine as its i-th block; len(mine) = m, len(result) = p·m. g is a mesh of p nodes. p = 2^d; for any
// other p the spare nodes are folded in and out, two more rounds, of m and of p·m words, and the others are a ring.
// log p rounds of m, 2m, ..., p·m/2 words: T = ts log p + tw·m(p-1), where every node is one link away, and on a torus of extents up
// to 4; plus tr to put the blocks in order of their labels.
//
// De Sensi, Bonato, Saam, Hoefler 2024; cf. MPI_Allgather, PICO's bine. Differs: the blocks are kept in the order of the places, so that each
// message is one piece, and put where they belong at the end.
func AllgatherSwing[T any](c *comm.Comm[T], g topo.Mesh, mine, result []T) error {
	if err := cmp.Or(checkTorus("butterfly: AllgatherSwing", c, g),
		comm.CheckAllgather("butterfly: AllgatherSwing", c, mine, result)); err != nil {
		return err
	}
	s, m := swingOn(c, g), len(mine)
	if s.runSpare(mine, result) {
		return c.Err()
	}
	blocks := comm.EqualBlocks(c.Size(), m)
	at := func(place int) int { return s.before(place) * m }
	held := c.Scratch(len(result))
	defer c.Release(held)

	own := held[at(s.place(s.node)):]
	c.Copy(own, mine)
	if s.spare != comm.None {
		c.Recv(s.spare, own[m:2*m])
	}
	s.gather(at, held)
	for place := range 1 << s.D {
		node := s.nodeAt(place)
		c.Copy(comm.BlockRange(blocks, result, s.Host(node), s.Host(node+1)), held)
		held = held[s.labels(node)*m:]
	}
	c.Send(s.spare, result)
	return c.Err()
}
