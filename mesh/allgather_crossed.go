package mesh

import (
	"cmp"

	"topocoll/comm"
	"topocoll/ring"
	"topocoll/topo"
)

// AllgatherCrossed is AllgatherBidirectional with half of every block going along the rows first and the other half
// along the columns first, at the same time.
//
// Lengths as in Allgather. g has two dimensions and p nodes.
// Extents of sqrt p: T = 2ts floor(sqrt p/2) + tw·m(p-1)/4 on nodes that drive all four links at once, and four times
// that on nodes with one port, under SF and CT alike.
//
// Not in the book: Algorithm 4.6 (2nd ed.) twice, with the dimensions in either order; cf. MPI_Allgather.
func AllgatherCrossed[T any](c *comm.Comm[T], g topo.Mesh, mine, result []T) error {
	if err := cmp.Or(check("mesh: AllgatherCrossed", c, g), checkPlane("mesh: AllgatherCrossed", g),
		comm.CheckAllgather("mesh: AllgatherCrossed", c, mine, result)); err != nil {
		return err
	}
	p, m := c.Size(), len(mine)
	scratch := c.Scratch(p * m)
	defer c.Release(scratch)
	a, b := cut(c, g, scratch, p*(m/2))
	c.Copy(a.own(), mine)
	c.Copy(b.own(), mine[m/2:])

	gatherHalves(c, a, b)
	joinHalves(c, g, result, a, b)
	return c.Err()
}

// gatherHalves collects the blocks of every node on every node; each node's own blocks are in place already.
func gatherHalves[T any](c *comm.Comm[T], a, b half[T]) {
	for phase := range 2 {
		a, b := a.along(phase), b.along(phase)
		for distance := 1; distance <= max(a.Size(), b.Size())/2; distance++ {
			a.postGather(distance)
			b.postGather(distance)
			c.Exchange()
		}
	}
}

// postGather adds to the next Exchange the messages of ring.AllgathervBidirectional with the parts of the nodes at a
// distance.
func (l lineParts[T]) postGather(distance int) {
	n, me := l.Size(), l.Label()
	if distance > n/2 {
		return
	}
	left, right := topo.Mod(me-1, n), topo.Mod(me+1, n)
	l.PostSend(left, ring.OtherWay(l.of(me+distance-1), distance, n))
	l.PostRecv(right, ring.OtherWay(l.of(me+distance), distance, n))
	l.PostSend(right, ring.OneWay(l.of(me-distance+1), distance, n))
	l.PostRecv(left, ring.OneWay(l.of(me-distance), distance, n))
}
