package mesh

import (
	"cmp"

	"topocoll/comm"
	"topocoll/ring"
	"topocoll/topo"
)

// Alltoall sends a distinct block from every node to every node (all-to-all personalised communication). The
// blocks travel along the rows, where each node receives all blocks for its column, and then along the
// columns. With k dimensions, the order is from the last dimension to the first.
//
// On return, block i of result is the block for this node from node i's slice `all`. len(all) = len(result) =
// p·m. g is a mesh of p nodes.
// With extents of sqrt p: T = (2ts + tw·m·p)(sqrt p - 1) under SF, plus tr·m·p to regroup the blocks between
// the dimensions.
//
// Section 3.5.2, figure 3.19 (1st ed.), section 4.5.2 (2nd ed.); cf. MPI_Alltoall.
func Alltoall[T any](c *comm.Comm[T], g topo.Mesh, all, result []T) error {
	if err := cmp.Or(checkMesh("mesh: Alltoall", c, g),
		comm.CheckAlltoall("mesh: Alltoall", c, all, result)); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Label(), len(all)/c.Size()
	scratch := c.Scratch(p * m)
	defer c.Release(scratch)

	// Before each step, the block at position j of `from` has this sender and receiver: in the dimensions done
	// so far, the sender has node j's coordinates, and the receiver has this node's coordinates. In the other
	// dimensions, the sender has this node's coordinates, and the receiver has node j's coordinates.
	from, to := all, result
	if len(g)%2 == 0 {
		to = scratch // with an even number of steps, the last step then writes to result
	}
	for k := len(g) - 1; k >= 0; k-- {
		line := lineOf(c, g, k)
		// run is the number of words in adjacent positions with the same coordinate in dimension k.
		run, period := g.Stride(k)*m, g.Stride(k)*g[k]*m
		gather := func(msg []T, coord int) {
			for at := coord * run; at < p*m; at += period {
				msg = msg[c.Copy(msg, from[at:at+run]):]
			}
		}
		place := func(coord int, msg []T) {
			for at := coord * run; at < p*m; at += period {
				msg = msg[c.Copy(to[at:at+run], msg):]
			}
		}
		if err := ring.AlltoallGrouped(line, p/g[k]*m, gather, place); err != nil {
			return err
		}
		own := g.Coord(me, k)
		for at := own * run; at < p*m; at += period {
			c.Copy(to[at:at+run], from[at:])
		}
		if from = to; comm.Same(to, result) {
			to = scratch
		} else {
			to = result
		}
	}
	return c.Err()
}

// AlltoallCrossed runs an Alltoall on both halves of every block at the same time. One half goes along the
// rows first and the other along the columns first. Every word takes the shorter path along a line. Of the
// words for the opposite node, half travel in each direction.
//
// Lengths are as in Alltoall. g has two dimensions and p nodes.
// With extents of sqrt p: T = 2ts floor(sqrt p/2) + tw·m·sqrt p floor(p/4)/2 under SF, if a node uses all
// four links at once. With one port, this time is four times as long. Regrouping the blocks between the
// dimensions adds tr·m·p.
//
// This procedure is not in the book. It executes the procedure of section 4.5.2 (2nd ed.) twice at the
// same time, once for each order of the two dimensions. Messages travel in both directions along a line, as a
// remark in section 4.5.1 suggests. Cf. MPI_Alltoall.
func AlltoallCrossed[T any](c *comm.Comm[T], g topo.Mesh, all, result []T) error {
	if err := cmp.Or(checkMesh("mesh: AlltoallCrossed", c, g), checkPlane("mesh: AlltoallCrossed", g),
		comm.CheckAlltoall("mesh: AlltoallCrossed", c, all, result)); err != nil {
		return err
	}
	p, m := c.Size(), len(all)/c.Size()
	blocks, n := comm.EqualBlocks(p, m), p*(m/2)
	scratch := c.Scratch(3 * p * m)
	defer c.Release(scratch)
	outA, outB := splitHalves(c, g, scratch[:p*m], n)
	inA, inB := splitHalves(c, g, scratch[p*m:2*p*m], n)

	for node := range p {
		block, row, column := comm.Block(blocks, all, node), g.Coord(node, 0), g.Coord(node, 1)
		c.Copy(outA.blockToSend(0, column, row), block)
		c.Copy(outB.blockToSend(0, row, column), block[m/2:])
	}
	// In phase 0, the halves a and b receive their words in result, which is not needed until the end.
	a, b := splitHalves(c, g, result, n)
	exchangeHalves(c, newExchange(0, outA, inA, a), newExchange(0, outB, inB, b))
	for node := range p {
		row, column := g.Coord(node, 0), g.Coord(node, 1)
		c.Copy(outA.blockToSend(1, row, column), a.blockAlong(0, column, row))
		c.Copy(outB.blockToSend(1, column, row), b.blockAlong(0, row, column))
	}
	a, b = splitHalves(c, g, scratch[2*p*m:], n)
	exchangeHalves(c, newExchange(1, outA, inA, a), newExchange(1, outB, inB, b))
	joinHalves(c, g, result, a, b)
	return c.Err()
}

// blockAlong returns the block of one node: the node at position i of the given phase's line, and at position
// j of the other phase's line. Blocks with the same i are contiguous.
func (h half[T]) blockAlong(phase, i, j int) []T {
	return comm.Block(h.blocks(), h.words, i*h.lines[1-phase].Size()+j)
}

// blockToSend is like blockAlong, but returns a block to send. The blocks for this node's position come
// first, then the blocks for the positions to its right, in cyclic order.
func (h half[T]) blockToSend(phase, i, j int) []T {
	line := h.lines[phase]
	return h.blockAlong(phase, topo.Mod(i-line.Label(), line.Size()), j)
}

// A lineExchange is the state of an all-to-all of one half of the words along a line. Messages travel in both
// directions. Each node stores the words for itself and forwards the rest. Words for the receiver come first
// in a message to the right, and last in a message to the left.
type lineExchange[T any] struct {
	lineParts[T]                             // the received words, one part for each sender
	toRight, toLeft, fromLeft, fromRight []T // messages of the next step
}

// newExchange returns the exchange that sends the words of `out` and stores the words for this node,
// including its own, in `received`. The half `in` is as long as `out` and provides memory for incoming
// messages.
func newExchange[T any](phase int, out, in, received half[T]) lineExchange[T] {
	line := out.lines[phase]
	n, own := line.Size(), len(out.words)/line.Size()
	e := lineExchange[T]{lineParts: lineParts[T]{line, comm.EqualBlocks(n, own), received.words}}
	line.Copy(e.partOf(line.Label()), out.words[:own])
	middle := own + (n-1)*own/2
	e.toRight, e.toLeft = out.words[own:middle], out.words[middle:]
	e.fromLeft, e.fromRight = in.words[own:middle], in.words[middle:]
	return e
}

// exchangeHalves performs the exchanges `a` and `b` in the same steps.
func exchangeHalves[T any](c *comm.Comm[T], a, b lineExchange[T]) {
	for step := 1; step <= max(a.Size(), b.Size())/2; step++ {
		a.postStep(step)
		b.postStep(step)
		c.Exchange()
		a.storeOwnWords(step)
		b.storeOwnWords(step)
	}
}

// postStep posts the messages of a step, which are sent and received at the next Exchange.
func (e *lineExchange[T]) postStep(step int) {
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

// storeOwnWords copies the words for this node from the messages of a step. The rest is sent in the next
// step.
func (e *lineExchange[T]) storeOwnWords(step int) {
	n, me := e.Size(), e.Label()
	if step > n/2 {
		return
	}
	kept := e.Copy(e.partOf(me-step), e.fromLeft)
	e.toRight, e.fromLeft = e.fromLeft[kept:], e.toRight

	part := e.partOf(me + step)
	rest := max(0, len(e.fromRight)-len(part))
	kept = len(e.fromRight) - rest // only half of the part if the other half came from the left
	e.Copy(part[len(part)-kept:], e.fromRight[rest:])
	e.toLeft, e.fromRight = e.fromRight[:rest], e.toLeft
}
