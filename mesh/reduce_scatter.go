package mesh

import (
	"cmp"

	"topocoll/comm"
	"topocoll/ring"
	"topocoll/topo"
)

// ReduceScatter combines the i-th blocks of all nodes on node i, for every i (all-to-all reduction). It is
// the reverse of Allgather. Sums travel along the columns, where the blocks of a whole row count as one
// block, then along the rows.
//
// On return, the slice `mine` of node i is the sum over all nodes of block i of the slice `all`: mine[j] =
// word j of node 0's block i ⊕ ... ⊕ word j of node p-1's block i; len(all) = p·m, len(mine) = m. g is a mesh
// of p nodes. op must commute. With extents of sqrt p: T = 2ts(sqrt p - 1) + tw·m(p-1), under SF and CT.
//
// Section 4.2 (2nd ed.), the dual of Algorithm 4.6; cf. MPI_Reduce_scatter_block.
//
// If the blocks have different lengths, pass them as `counts`; `mine` then has the length of this node's
// block; cf. MPI_Reduce_scatter. `mine` may alias this node's block of `all`.
func ReduceScatter[T any](c *comm.Comm[T], g topo.Mesh, op comm.Op[T], all, mine []T,
	counts ...comm.Blocks) error {
	blocks := comm.BlocksOf(c, len(mine), counts)
	return reduceScatter("mesh: ReduceScatter", c, g, op, blocks, all, mine, reduceLine)
}

// ReduceScatterBidirectional is like ReduceScatter, but sends the sums in both directions along every column
// and row.
//
// Lengths are as in ReduceScatter. g is a mesh of p nodes. op must commute.
// With extents of sqrt p: T = 2ts floor(sqrt p/2) + tw·m(p-1)/2 under SF and CT, if a node uses both links of
// a row or column at once. With one port, the time is twice as long.
//
// This procedure is not in the book. It is the dual of AllgatherBidirectional. Cf.
// MPI_Reduce_scatter_block.
func ReduceScatterBidirectional[T any](c *comm.Comm[T], g topo.Mesh, op comm.Op[T], all, mine []T) error {
	blocks := comm.EqualBlocks(c.Size(), len(mine))
	return reduceScatter("mesh: ReduceScatterBidirectional", c, g, op, blocks, all, mine,
		reduceLineBidirectional)
}

func reduceScatter[T any](proc string, c *comm.Comm[T], g topo.Mesh, op comm.Op[T], blocks comm.Blocks,
	all, mine []T, along lineReduceScatter[T]) error {
	if err := cmp.Or(checkMesh(proc, c, g),
		comm.CheckReduceScatter(proc, c, op, blocks, all, mine)); err != nil {
		return err
	}
	return reduceLines(c, g, op, blocks, all, mine, along)
}

// A lineReduceScatter performs an all-to-all reduction along a line of a mesh, which is a ring.
type lineReduceScatter[T any] func(line *comm.Comm[T], op comm.Op[T], parts comm.Blocks, sums, part []T) error

func reduceLine[T any](line *comm.Comm[T], op comm.Op[T], parts comm.Blocks, sums, part []T) error {
	return ring.ReduceScatter(line, op, sums, part, parts)
}

func reduceLineBidirectional[T any](line *comm.Comm[T], op comm.Op[T], parts comm.Blocks, sums,
	part []T) error {
	return ring.ReduceScatterBidirectional(line, op, sums, part, parts)
}

// reduceLines combines the blocks along the lines of every dimension, from the first dimension to the last.
func reduceLines[T any](c *comm.Comm[T], g topo.Mesh, op comm.Op[T], blocks comm.Blocks, all, mine []T,
	along lineReduceScatter[T]) error {
	defer c.ReleaseTo(c.Mark())
	sums := all // sums for the nodes that share this node's coordinates in the dimensions before k
	for k := range g {
		line := lineOf(c, g, k)
		_, parts := groupBlocks(g, k, c.Label(), blocks)
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

// ReduceScatterCrossed runs ReduceScatterBidirectional on both halves of every block at the same time. One
// half goes along the columns first, the other along the rows first. It is the reverse of AllgatherCrossed.
//
// Lengths are as in ReduceScatter. g has two dimensions and p nodes. op must commute.
// With extents of sqrt p: T = 2ts floor(sqrt p/2) + tw·m(p-1)/4 under SF and CT, if a node uses all four
// links at once. With one port, the time is four times as long.
//
// This procedure is not in the book. It is the dual of AllgatherCrossed. Cf. MPI_Reduce_scatter_block.
func ReduceScatterCrossed[T any](c *comm.Comm[T], g topo.Mesh, op comm.Op[T], all, mine []T) error {
	p, m := c.Size(), len(mine)
	blocks := comm.EqualBlocks(p, m)
	if err := cmp.Or(checkMesh("mesh: ReduceScatterCrossed", c, g), checkPlane("mesh: ReduceScatterCrossed", g),
		comm.CheckReduceScatter("mesh: ReduceScatterCrossed", c, op, blocks, all, mine)); err != nil {
		return err
	}
	scratch := c.Scratch(p * m)
	defer c.Release(scratch)
	a, b := splitHalves(c, g, scratch, p*(m/2))
	for node := range p {
		block, row, column := comm.Block(blocks, all, node), g.Coord(node, 0), g.Coord(node, 1)
		c.Copy(a.blockAt(column, row), block)
		c.Copy(b.blockAt(row, column), block[m/2:])
	}

	reduceHalves(c, op, a, b)
	c.Copy(mine, a.ownBlock())
	c.Copy(mine[m/2:], b.ownBlock())
	return c.Err()
}

// reduceHalves combines the i-th blocks of all nodes on node i, for every i. It works in place. The arguments
// `a` and `b` hold the two halves of the blocks, which are combined at the same time. Afterwards, the blocks
// of all other nodes hold partial sums.
func reduceHalves[T any](c *comm.Comm[T], op comm.Op[T], a, b half[T]) {
	for phase := 1; phase >= 0; phase-- {
		a, b := a.partsOfLine(phase), b.partsOfLine(phase)
		mark := c.Mark()
		inA, inB := c.Scratch(2*a.parts.Longest()), c.Scratch(2*b.parts.Longest())
		for distance := max(a.Size(), b.Size()) / 2; distance > 0; distance-- {
			b.postReduce(distance, inB)
			a.postReduce(distance, inA)
			c.Exchange()
			b.combine(op, distance, inB)
			a.combine(op, distance, inA)
		}
		c.ReleaseTo(mark)
	}
}

// postReduce is the reverse of postGather. It posts the messages with the sums for the nodes at the given
// distance. The slice `in` receives the sums for the nodes at distance - 1.
func (l lineParts[T]) postReduce(distance int, in []T) {
	n, me := l.Size(), l.Label()
	if distance > n/2 {
		return
	}
	left, right := topo.Mod(me-1, n), topo.Mod(me+1, n)
	fromRight, fromLeft := l.sumsFor(distance)
	l.PostSend(left, ring.OneWay(l.partOf(me-distance), distance, n))
	l.PostRecv(right, in[:len(fromRight)])
	l.PostSend(right, ring.OtherWay(l.partOf(me+distance), distance, n))
	l.PostRecv(left, in[len(in)/2:][:len(fromLeft)])
}

// combine adds the sums that postReduce has received to the words for the nodes at distance - 1.
func (l lineParts[T]) combine(op comm.Op[T], distance int, in []T) {
	if distance > l.Size()/2 {
		return
	}
	fromRight, fromLeft := l.sumsFor(distance)
	op.Apply(fromRight, in[:len(fromRight)], fromRight)
	op.Apply(fromLeft, in[len(in)/2:][:len(fromLeft)], fromLeft)
}

// sumsFor returns the words of this node to which combine adds the sums that arrive from the right and from
// the left.
func (l lineParts[T]) sumsFor(distance int) (fromRight, fromLeft []T) {
	n, me := l.Size(), l.Label()
	return ring.OneWay(l.partOf(me-distance+1), distance, n),
		ring.OtherWay(l.partOf(me+distance-1), distance, n)
}
