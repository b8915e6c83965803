package tree

import "topocoll/comm"

// BcastBine sends x from node root to every node over a Bine tree: as a binomial tree, but over two thirds of its distances.
//
// x has the same length on every node; on return it holds root's values. p = 2^d; for any other p the spare nodes receive from their
// hosts, in one more round.
// log p rounds of m words: T = (ts + tw·m) log p, where every node is one link away.
//
// De Sensi et al. 2025, the Bine tree with halving distances; cf. MPI_Bcast, PICO's bine_lat.
func BcastBine[T any](c *comm.Comm[T], root int, x []T) error {
	if err := comm.CheckRoot("tree: BcastBine", root, c.Size()); err != nil {
		return err
	}
	t := newBine(c, root)
	sends, parent := t.rounds()

	c.Recv(parent, x)
	for round := sends - 1; round >= 0; round-- {
		c.Send(t.partner(round), x)
	}
	c.Send(t.guest(), x)
	return c.Err()
}
