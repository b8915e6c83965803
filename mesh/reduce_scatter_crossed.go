package mesh

import (
	"cmp"

	"topocoll/comm"
	"topocoll/ring"
	"topocoll/topo"
)

// ReduceScatterCrossed is ReduceScatterBidirectional with half of every block going along the columns first and the
// other half along the rows first, at the same time. It is the reverse of AllgatherCrossed.
//
// Lengths as in ReduceScatter. g has two dimensions and p nodes. op must commute.
// Extents of sqrt p: T = 2ts floor(sqrt p/2) + tw·m(p-1)/4 on nodes that drive all four links at once, and four times
// that on nodes with one port, under SF and CT alike.
//
// Not in the book: the dual of AllgatherCrossed; cf. MPI_Reduce_scatter_block.
func ReduceScatterCrossed[T any](c *comm.Comm[T], g topo.Mesh, op comm.Op[T], all, mine []T) error {
	if err := cmp.Or(check("mesh: ReduceScatterCrossed", c, g), checkPlane("mesh: ReduceScatterCrossed", g),
		comm.CheckReduceScatter("mesh: ReduceScatterCrossed", c, op, all, mine)); err != nil {
		return err
	}
	p, m := c.Size(), len(mine)
	scratch := c.Scratch(p * m)
	defer c.Release(scratch)
	a, b := cut(c, g, scratch, p*(m/2))
	blocks := comm.EqualBlocks(p, m)
	for node := range p {
		block, row, column := comm.Block(blocks, all, node), g.Coord(node, 0), g.Coord(node, 1)
		c.Copy(a.block(column, row), block)
		c.Copy(b.block(row, column), block[m/2:])
	}

	reduceHalves(c, op, a, b)
	c.Copy(mine, a.own())
	c.Copy(mine[m/2:], b.own())
	return c.Err()
}

// reduceHalves combines, on every node, the blocks that all nodes have for it, in place. The other blocks then hold
// sums of some of the nodes.
func reduceHalves[T any](c *comm.Comm[T], op comm.Op[T], a, b half[T]) {
	for phase := 1; phase >= 0; phase-- {
		a, b := a.along(phase), b.along(phase)
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

// postReduce adds to the next Exchange the messages with the sums for the nodes at a distance, the reverse of
// postGather. What this node receives goes to in.
func (l lineParts[T]) postReduce(distance int, in []T) {
	n, me := l.Size(), l.Label()
	if distance > n/2 {
		return
	}
	left, right := topo.Mod(me-1, n), topo.Mod(me+1, n)
	fromRight, fromLeft := l.nearer(distance)
	l.PostSend(left, ring.OneWay(l.of(me-distance), distance, n))
	l.PostRecv(right, in[:len(fromRight)])
	l.PostSend(right, ring.OtherWay(l.of(me+distance), distance, n))
	l.PostRecv(left, in[len(in)/2:][:len(fromLeft)])
}

// combine adds what postReduce has received for the nodes at distance - 1.
func (l lineParts[T]) combine(op comm.Op[T], distance int, in []T) {
	if distance > l.Size()/2 {
		return
	}
	fromRight, fromLeft := l.nearer(distance)
	op.Apply(fromRight, in[:len(fromRight)], fromRight)
	op.Apply(fromLeft, in[len(in)/2:][:len(fromLeft)], fromLeft)
}

// nearer returns the words to which those from the two sides are added.
func (l lineParts[T]) nearer(distance int) (fromRight, fromLeft []T) {
	n, me := l.Size(), l.Label()
	return ring.OneWay(l.of(me-distance+1), distance, n), ring.OtherWay(l.of(me+distance-1), distance, n)
}
