package mesh

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo"
)

// AllreduceCrossed is AllreduceBidirectional with half of x going along the columns first and back along them last, and
// the other half with the rows in their place, at the same time.
//
// Lengths as in Allreduce. g has two dimensions and p nodes; p need not divide m. op must commute.
// Extents of sqrt p: T = 4ts floor(sqrt p/2) + tw(m/p)(p-1)/2 on nodes that drive all four links at once, and four
// times that on nodes with one port, under SF and CT alike.
//
// Not in the book: ReduceScatterCrossed and AllgatherCrossed in sequence, in place; cf. MPI_Allreduce.
func AllreduceCrossed[T any](c *comm.Comm[T], g topo.Mesh, op comm.Op[T], x, result []T) error {
	if err := cmp.Or(check("mesh: AllreduceCrossed", c, g), checkPlane("mesh: AllreduceCrossed", g),
		op.CheckCommutes("mesh: AllreduceCrossed"), comm.CheckAllreduce("mesh: AllreduceCrossed", op, x, result)); err != nil {
		return err
	}
	if !comm.Same(x, result) {
		c.Copy(result, x)
	}
	a, b := cut(c, g, result, len(x)/2)
	reduceHalves(c, op, a, b)
	gatherHalves(c, a, b)
	return c.Err()
}
