package mesh

import (
	"cmp"

	"topocoll/comm"
	"topocoll/ring"
	"topocoll/topo"
)

// Alltoall sends every node a block of its own from every node (all-to-all personalised): along the rows, to
// each node of the row all that is for its column, and then along the columns. With k dimensions it is the
// last one first.
//
// On return block i of result is this node's block of all of node i; len(all) = len(result) = p·m. g is a
// mesh of p nodes.
// Extents of sqrt p: T = (2ts + tw·m·p)(sqrt p - 1) under SF, and tr·m·p to regroup the blocks between the
// dimensions.
//
// Section 3.5.2, figure 3.19 (1st ed.), section 4.5.2 (2nd ed.); cf. MPI_Alltoall.
func Alltoall[T any](c *comm.Comm[T], g topo.Mesh, all, result []T) error {
	if err := cmp.Or(check("mesh: Alltoall", c, g), comm.CheckAlltoall("mesh: Alltoall", c, all, result)); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Rank(), len(all)/c.Size()
	scratch := c.Scratch(p * m)
	defer c.Release(scratch)

	// Place j is for node j in the dimensions not yet done, and from node j in those that are.
	from, to := all, result
	if len(g)%2 == 0 {
		to = scratch // so that the last dimension ends in result
	}
	for k := len(g) - 1; k >= 0; k-- {
		line := lineOf(c, g, k)
		run, period := g.Stride(k)*m, g.Stride(k)*g[k]*m // words of adjacent places with one coordinate
		gather := func(msg []T, coord int) {
			for at := coord * run; at < p*m; at += period {
				msg = msg[copy(msg, from[at:at+run]):]
			}
		}
		place := func(coord int, msg []T) {
			for at := coord * run; at < p*m; at += period {
				msg = msg[copy(to[at:at+run], msg):]
			}
		}
		if err := ring.AlltoallGrouped(line, p/g[k]*m, gather, place); err != nil {
			return err
		}
		own := g.Coord(me, k)
		for at := own * run; at < p*m; at += period {
			copy(to[at:at+run], from[at:])
		}
		if from = to; comm.Same(to, result) {
			to = scratch
		} else {
			to = result
		}
	}
	return c.Err()
}
