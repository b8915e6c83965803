package mesh

import (
	"cmp"

	"topocoll/comm"
	"topocoll/ring"
	"topocoll/topo"
)

// Allreduce combines the x of every node on every node: an all-to-all reduction of the p parts of x, and an
// all-to-all broadcast of the sums.
//
// On return result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. g is a mesh of p
// nodes; p need not divide m. op must commute.
// Extents of sqrt p: T = 4ts(sqrt p - 1) + 2tw(m/p)(p-1), under SF and CT alike.
//
// Algorithm 4.6 (2nd ed.) after its dual; cf. MPI_Allreduce.
func Allreduce[T any](c *comm.Comm[T], g topo.Mesh, op comm.Op[T], x, result []T) error {
	return allreduce("mesh: Allreduce", c, g, op, x, result, ring.ReduceScatterv, ring.Allgatherv)
}

// AllreduceBidirectional is Allreduce with the parts and the sums sent in both directions along every row and column.
//
// Lengths as in Allreduce. g is a mesh of p nodes; p need not divide m. op must commute.
// Extents of sqrt p: T = 4ts floor(sqrt p/2) + tw(m/p)(p-1) on nodes that drive both links of a row or column
// at once, and twice that on nodes with one port, under SF and CT alike.
//
// Not in the book: ReduceScatterBidirectional and AllgatherBidirectional in sequence; cf. MPI_Allreduce.
func AllreduceBidirectional[T any](c *comm.Comm[T], g topo.Mesh, op comm.Op[T], x, result []T) error {
	return allreduce("mesh: AllreduceBidirectional", c, g, op, x, result, ring.ReduceScattervBidirectional, ring.AllgathervBidirectional)
}

// allreduce is the reduction of the p parts and the broadcast of their sums, each with the given method for a line.
func allreduce[T any](proc string, c *comm.Comm[T], g topo.Mesh, op comm.Op[T], x, result []T,
	reduce reduceLine[T], gather gatherLine[T]) error {
	if err := cmp.Or(check(proc, c, g), op.CheckCommutes(proc), comm.CheckAllreduce(proc, op, x, result)); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Label(), len(x)
	blocks := comm.SplitBlocks(p, m)
	if err := reduceLines(c, g, op, blocks, x, comm.Block(blocks, result, me), reduce); err != nil {
		return err
	}
	return gatherLines(c, g, blocks, result, gather)
}

// AllreduceReduceBcast combines the x of every node at node 0 and broadcasts the sum.
//
// Lengths as in Allreduce. Label order is kept, as in Reduce.
// Extents of sqrt p: T = 4(ts + tw·m) ceil(sqrt p/2) under SF.
//
// "All-to-one reduction followed by one-to-all broadcast", section 4.3 (2nd ed.); cf. MPI_Allreduce.
func AllreduceReduceBcast[T any](c *comm.Comm[T], g topo.Mesh, op comm.Op[T], x, result []T) error {
	if err := cmp.Or(check("mesh: AllreduceReduceBcast", c, g),
		comm.CheckAllreduce("mesh: AllreduceReduceBcast", op, x, result)); err != nil {
		return err
	}
	if err := Reduce(c, g, 0, op, x, result); err != nil {
		return err
	}
	return Bcast(c, g, 0, result)
}
