package ring

import "topocoll/comm"

// AllgatherBaseline collects the block of every node on every node by p broadcasts in sequence, as a baseline.
//
// On return result holds node i's mine as its i-th block; len(mine) = m, len(result) = p·m. Any p.
// p·ceil(p/2) steps of m words at most.
//
// The "inefficient" way of section 4.2 (2nd ed.); cf. MPI_Allgather.
func AllgatherBaseline[T any](c *comm.Comm[T], mine, result []T) error {
	if err := comm.CheckAllgather("ring: AllgatherBaseline", c, mine, result); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Label(), len(mine)
	blocks := comm.EqualBlocks(p, m)
	c.Copy(comm.Block(blocks, result, me), mine)

	for root := range p {
		if err := Bcast(c, root, comm.Block(blocks, result, root)); err != nil {
			return err
		}
	}
	return c.Err()
}
