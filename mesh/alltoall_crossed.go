package mesh

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo"
)

// AlltoallCrossed is Alltoall with half of every block going along the rows first and the other half along the columns
// first, at the same time. Every word takes the shorter way along a line; of those for the node opposite, half go each
// way.
//
// Lengths as in Alltoall. g has two dimensions and p nodes.
// Extents of sqrt p: T = 2ts floor(sqrt p/2) + tw·m·sqrt p floor(p/4)/2 on nodes that drive all four links at once, and
// four times that on nodes with one port, under SF, plus tr·m·p to regroup the blocks between the dimensions.
//
// Not in the book: section 4.5.2 (2nd ed.) twice, with the dimensions in either order and the remark on both directions
// of section 4.5.1; cf. MPI_Alltoall.
func AlltoallCrossed[T any](c *comm.Comm[T], g topo.Mesh, all, result []T) error {
	if err := cmp.Or(check("mesh: AlltoallCrossed", c, g), checkPlane("mesh: AlltoallCrossed", g),
		comm.CheckAlltoall("mesh: AlltoallCrossed", c, all, result)); err != nil {
		return err
	}
	p, m := c.Size(), len(all)/c.Size()
	blocks, n := comm.EqualBlocks(p, m), p*(m/2)
	scratch := c.Scratch(3 * p * m)
	defer c.Release(scratch)
	outA, outB := cut(c, g, scratch[:p*m], n)
	inA, inB := cut(c, g, scratch[p*m:2*p*m], n)

	for node := range p {
		block, row, column := comm.Block(blocks, all, node), g.Coord(node, 0), g.Coord(node, 1)
		c.Copy(outA.to(0, column, row), block)
		c.Copy(outB.to(0, row, column), block[m/2:])
	}
	a, b := cut(c, g, result, n) // received in phase 0; result is free until the end
	exchangeHalves(c, newExchange(0, outA, inA, a), newExchange(0, outB, inB, b))
	for node := range p {
		row, column := g.Coord(node, 0), g.Coord(node, 1)
		c.Copy(outA.to(1, row, column), a.at(0, column, row))
		c.Copy(outB.to(1, column, row), b.at(0, row, column))
	}
	a, b = cut(c, g, scratch[2*p*m:], n)
	exchangeHalves(c, newExchange(1, outA, inA, a), newExchange(1, outB, inB, b))
	joinHalves(c, g, result, a, b)
	return c.Err()
}

// at returns the block of the node at place i of the line of a phase and at place j of the other line. In this order
// the blocks for, or from, a node of the line of that phase lie next to each other.
func (h half[T]) at(phase, i, j int) []T {
	return comm.Block(h.blocks(), h.words, i*h.lines[1-phase].Size()+j)
}

// to is at for blocks that are sent: they begin with those for this node's own place and go round to the right.
func (h half[T]) to(phase, i, j int) []T {
	line := h.lines[phase]
	return h.at(phase, topo.Mod(i-line.Label(), line.Size()), j)
}

// An exchange is the all-to-all personalised of a half along its line of a phase. The message to the right begins with
// the words for the nearest node, and each node keeps its first part; the message to the left ends with those for the
// nearest node, and each node keeps its last part.
type exchange[T any] struct {
	lineParts[T]                             // by the node that sent them
	toRight, toLeft, fromLeft, fromRight []T // of the next step
}

// newExchange puts what out has for this node itself into received. in is as long as out.
func newExchange[T any](phase int, out, in, received half[T]) exchange[T] {
	line := out.lines[phase]
	n, own := line.Size(), len(out.words)/line.Size()
	e := exchange[T]{lineParts: lineParts[T]{line, comm.EqualBlocks(n, own), received.words}}
	line.Copy(e.of(line.Label()), out.words[:own])
	middle := own + (n-1)*own/2
	e.toRight, e.toLeft = out.words[own:middle], out.words[middle:]
	e.fromLeft, e.fromRight = in.words[own:middle], in.words[middle:]
	return e
}

// exchangeHalves performs two exchanges in the same steps.
func exchangeHalves[T any](c *comm.Comm[T], a, b exchange[T]) {
	for step := 1; step <= max(a.Size(), b.Size())/2; step++ {
		a.post(step)
		b.post(step)
		c.Exchange()
		a.keep(step)
		b.keep(step)
	}
}

// post adds the messages of a step to the next Exchange.
func (e *exchange[T]) post(step int) {
	n, me := e.Size(), e.Label()
	if step > n/2 {
		return
	}
	left, right := topo.Mod(me-1, n), topo.Mod(me+1, n)
	e.fromLeft, e.fromRight = e.fromLeft[:len(e.toRight)], e.fromRight[:len(e.toLeft)]
	e.PostSend(right, e.toRight)
	e.PostRecv(left, e.fromLeft)
	e.PostSend(left, e.toLeft)
	e.PostRecv(right, e.fromRight)
}

// keep takes this node's words from the messages of a step; the rest is sent in the next one.
func (e *exchange[T]) keep(step int) {
	n, me := e.Size(), e.Label()
	if step > n/2 {
		return
	}
	kept := e.Copy(e.of(me-step), e.fromLeft)
	e.toRight, e.fromLeft = e.fromLeft[kept:], e.toRight

	part := e.of(me + step)
	rest := max(0, len(e.fromRight)-len(part))
	kept = len(e.fromRight) - rest // the second half if both messages bring half of the part
	e.Copy(part[len(part)-kept:], e.fromRight[rest:])
	e.toLeft, e.fromRight = e.fromRight[:rest], e.toLeft
}
