package mesh

import (
	"cmp"

	"topocoll/comm"
	"topocoll/ring"
	"topocoll/topo"
)

// Alltoall sends a distinct block from every node to every node (all-to-all personalised): along the rows, where
// each node of the row gets all blocks for its column, and then along the columns. With k dimensions, the last one
// comes first.
//
// On return block i of result is this node's block of all of node i; len(all) = len(result) = p·m. g is a
// mesh of p nodes.
// Extents of sqrt p: T = (2ts + tw·m·p)(sqrt p - 1) under SF, plus tr·m·p to regroup the blocks between the
// dimensions.
//
// Section 3.5.2, figure 3.19 (1st ed.), section 4.5.2 (2nd ed.); cf. MPI_Alltoall.
func Alltoall[T any](c *comm.Comm[T], g topo.Mesh, all, result []T) error {
	if err := cmp.Or(check("mesh: Alltoall", c, g), comm.CheckAlltoall("mesh: Alltoall", c, all, result)); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Label(), len(all)/c.Size()
	scratch := c.Scratch(p * m)
	defer c.Release(scratch)

	// The destination of the block at position j agrees with j in the dimensions still to do, its source in those done.
	from, to := all, result
	if len(g)%2 == 0 {
		to = scratch // so that the last dimension ends in result
	}
	for k := len(g) - 1; k >= 0; k-- {
		line := lineOf(c, g, k)
		run, period := g.Stride(k)*m, g.Stride(k)*g[k]*m // words of consecutive positions with the same coordinate k
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
