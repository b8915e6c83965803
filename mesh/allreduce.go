package mesh

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo"
)

// Allreduce combines the vectors x of all nodes on every node. It is an all-to-all reduction of the p parts
// of x, followed by an all-to-all broadcast of the sums.
//
// On return, result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. g is a mesh of p
// nodes; p need not divide m. op must commute.
// With extents of sqrt p: T = 4ts(sqrt p - 1) + 2tw(m/p)(p-1), under SF and CT.
//
// The dual of Algorithm 4.6 (2nd ed.), then Algorithm 4.6; cf. MPI_Allreduce.
func Allreduce[T any](c *comm.Comm[T], g topo.Mesh, op comm.Op[T], x, result []T) error {
	return allreduce("mesh: Allreduce", c, g, op, x, result, reduceLine, gatherLine)
}

// AllreduceBidirectional is like Allreduce, but sends parts and sums in both directions along every row and
// column.
//
// Lengths are as in Allreduce. g is a mesh of p nodes; p need not divide m. op must commute.
// With extents of sqrt p: T = 4ts floor(sqrt p/2) + tw(m/p)(p-1) under SF and CT, if a node uses both links
// of a row or column at once. With one port, the time is twice as long.
//
// This procedure is not in the book. It executes ReduceScatterBidirectional, then AllgatherBidirectional.
// Cf. MPI_Allreduce.
func AllreduceBidirectional[T any](c *comm.Comm[T], g topo.Mesh, op comm.Op[T], x, result []T) error {
	return allreduce("mesh: AllreduceBidirectional", c, g, op, x, result, reduceLineBidirectional,
		gatherLineBidirectional)
}

// allreduce reduces the p blocks and broadcasts their sums. The functions `reduce` and `gather` are the
// algorithms for a line of the mesh.
func allreduce[T any](proc string, c *comm.Comm[T], g topo.Mesh, op comm.Op[T], x, result []T,
	reduce lineReduceScatter[T], gather lineAllgather[T]) error {
	if err := cmp.Or(checkMesh(proc, c, g), op.CheckCommutes(proc),
		comm.CheckAllreduce(proc, op, x, result)); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Label(), len(x)
	blocks := comm.SplitBlocks(p, m)
	if err := reduceLines(c, g, op, blocks, x, comm.Block(blocks, result, me), reduce); err != nil {
		return err
	}
	return gatherLines(c, g, blocks, result, gather)
}

// AllreduceReduceBcast combines the vectors x of all nodes at node 0 and broadcasts the sum.
//
// Lengths are as in Allreduce. If op does not commute, operands are combined in label order, as in Reduce.
// With extents of sqrt p: T = 4(ts + tw·m) ceil(sqrt p/2) under SF.
//
// "All-to-one reduction followed by one-to-all broadcast", section 4.3 (2nd ed.); cf. MPI_Allreduce.
func AllreduceReduceBcast[T any](c *comm.Comm[T], g topo.Mesh, op comm.Op[T], x, result []T) error {
	if err := cmp.Or(checkMesh("mesh: AllreduceReduceBcast", c, g),
		comm.CheckAllreduce("mesh: AllreduceReduceBcast", op, x, result)); err != nil {
		return err
	}
	if err := Reduce(c, g, 0, op, x, result); err != nil {
		return err
	}
	return Bcast(c, g, 0, result)
}

// AllreduceCrossed runs AllreduceBidirectional on both halves of x at the same time. In the first and the
// last phase, one half goes along the columns and the other along the rows.
//
// Lengths are as in Allreduce. g has two dimensions and p nodes; p need not divide m. op must commute.
// With extents of sqrt p: T = 4ts floor(sqrt p/2) + tw(m/p)(p-1)/2 under SF and CT, if a node uses all four
// links at once. With one port, the time is four times as long.
//
// This procedure is not in the book. It executes ReduceScatterCrossed, then AllgatherCrossed, both in
// place. Cf. MPI_Allreduce.
func AllreduceCrossed[T any](c *comm.Comm[T], g topo.Mesh, op comm.Op[T], x, result []T) error {
	if err := cmp.Or(checkMesh("mesh: AllreduceCrossed", c, g), checkPlane("mesh: AllreduceCrossed", g),
		op.CheckCommutes("mesh: AllreduceCrossed"),
		comm.CheckAllreduce("mesh: AllreduceCrossed", op, x, result)); err != nil {
		return err
	}
	if !comm.Same(x, result) {
		c.Copy(result, x)
	}
	a, b := splitHalves(c, g, result, len(x)/2)
	reduceHalves(c, op, a, b)
	gatherHalves(c, a, b)
	return c.Err()
}
