package mesh

import (
	"cmp"

	"topocoll/comm"
	"topocoll/ring"
	"topocoll/topo"
)

// ReduceScatter combines, on every node, the blocks that all nodes have for it (all-to-all reduction). It is the
// reverse of Allgather: along the columns with the blocks of a whole row as one, then along the rows.
//
// On return mine[j] = word j of block i of all on node 0 ⊕ ... ⊕ on node p-1, at node i;
// len(all) = p·m, len(mine) = m. g is a mesh of p nodes. op must commute.
// Extents of sqrt p: T = 2ts(sqrt p - 1) + tw·m(p-1), under SF and CT alike.
//
// Section 4.2 (2nd ed.), the dual of Algorithm 4.6; cf. MPI_Reduce_scatter_block.
func ReduceScatter[T any](c *comm.Comm[T], g topo.Mesh, op comm.Op[T], all, mine []T) error {
	return reduceScatter("mesh: ReduceScatter", c, g, op, all, mine, ring.ReduceScatterv)
}

// ReduceScatterBidirectional is ReduceScatter with the sums received from both directions along every column and row.
//
// Lengths as in ReduceScatter. g is a mesh of p nodes. op must commute.
// Extents of sqrt p: T = 2ts floor(sqrt p/2) + tw·m(p-1)/2 on nodes that drive both links of a row or column
// at once, and twice that on nodes with one port, under SF and CT alike.
//
// Not in the book: the dual of AllgatherBidirectional; cf. MPI_Reduce_scatter_block.
func ReduceScatterBidirectional[T any](c *comm.Comm[T], g topo.Mesh, op comm.Op[T], all, mine []T) error {
	return reduceScatter("mesh: ReduceScatterBidirectional", c, g, op, all, mine, ring.ReduceScattervBidirectional)
}

func reduceScatter[T any](proc string, c *comm.Comm[T], g topo.Mesh, op comm.Op[T], all, mine []T,
	along reduceLine[T]) error {
	if err := cmp.Or(check(proc, c, g), comm.CheckReduceScatter(proc, c, op, all, mine)); err != nil {
		return err
	}
	return reduceLines(c, g, op, comm.EqualBlocks(c.Size(), len(mine)), all, mine, along)
}

// ReduceScatterv is ReduceScatter with blocks of any lengths. mine may be this node's block of all.
//
// Cf. MPI_Reduce_scatter.
func ReduceScatterv[T any](c *comm.Comm[T], g topo.Mesh, op comm.Op[T], blocks comm.Blocks, all, mine []T) error {
	if err := cmp.Or(check("mesh: ReduceScatterv", c, g),
		comm.CheckReduceScatterv("mesh: ReduceScatterv", c, op, blocks, all, mine)); err != nil {
		return err
	}
	return reduceLines(c, g, op, blocks, all, mine, ring.ReduceScatterv)
}

// reduceLine is an all-to-all reduction on a ring.
type reduceLine[T any] func(line *comm.Comm[T], op comm.Op[T], parts comm.Blocks, sums, part []T) error

// reduceLines reduces along the lines of every dimension, the first one first.
func reduceLines[T any](c *comm.Comm[T], g topo.Mesh, op comm.Op[T], blocks comm.Blocks, all, mine []T, along reduceLine[T]) error {
	defer c.ReleaseTo(c.Mark())
	sums := all // of the blocks for this node's line along dimension k and the dimensions after it
	for k := range g {
		line := lineOf(c, g, k)
		_, parts := partsOf(g, k, c.Label(), blocks)
		part := mine
		if k < len(g)-1 {
			part = c.Scratch(parts.Len(line.Label()))
		}
		if err := along(line, op, parts, sums, part); err != nil {
			return err
		}
		sums = part
	}
	return c.Err()
}
