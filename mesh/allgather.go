package mesh

import (
	"topocoll/comm"
	"topocoll/ring"
	"topocoll/topo"
)

// Allgather collects the block of every node on every node (all-to-all broadcast): along the rows, then
// along the columns with the blocks of a whole row as one. With k dimensions it is the last one first.
//
// On return result holds node i's mine as its i-th block; len(mine) = m, len(result) = p·m. g is a mesh
// of p nodes.
// Extents of sqrt p: T = 2ts(sqrt p - 1) + tw·m(p-1), under SF and CT alike.
//
// ALL_TO_ALL_BC_MESH, Algorithm 4.6 (2nd ed.); cf. MPI_Allgather.
func Allgather[T any](c *comm.Comm[T], g topo.Mesh, mine, result []T) error {
	p, me, m := c.Size(), c.Rank(), len(mine)
	if err := g.Check("mesh: Allgather", p); err != nil {
		return err
	}
	if err := comm.CheckLen("mesh: Allgather", "result", len(result), p*m); err != nil {
		return err
	}
	copy(comm.Block(comm.EqualBlocks(p, m), result, me), mine)

	for k := len(g) - 1; k >= 0; k-- {
		line := lineOf(c, g, k)
		n := g[k+1:].Size() * m // what each node of the line holds: adjacent labels, adjacent blocks
		first := me / g[k:].Size() * g[k] * n
		if err := ring.Allgatherv(&line, comm.EqualBlocks(g[k], n), result[first:first+g[k]*n]); err != nil {
			return err
		}
	}
	return c.Err()
}
