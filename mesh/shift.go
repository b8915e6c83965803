package mesh

import (
	"cmp"

	"topocoll/comm"
	"topocoll/ring"
	"topocoll/topo"
)

// Shift sends the x of every node i of an R x C mesh to node (i + q) mod p: along the rows by q mod C, one
// step along the columns for what went round the end of its row, and along the columns by floor(q/C). If
// that is shorter, all go by floor(q/C) + 1 along the columns, and what did not go round goes one step back
// before. Rows and columns go the shorter way.
//
// On return result is the x of node (i - q) mod p; len(result) = len(x) = m. Any integer q; g has two
// dimensions.
// Extents of sqrt p: T = (ts + tw·m)(2 floor(sqrt p/2) + 1) at most, under SF and CT alike; it is never more
// than sqrt p steps.
//
// Section 3.6.2, figure 3.22 (1st ed.), section 4.6.1 (2nd ed.); cf. MPI_Cart_shift and MPI_Sendrecv.
func Shift[T any](c *comm.Comm[T], g topo.Mesh, q int, x, result []T) error {
	if err := cmp.Or(check("mesh: Shift", c, g), checkPlane("mesh: Shift", g),
		comm.CheckLen("mesh: Shift", "result", len(result), len(x))); err != nil {
		return err
	}
	p, m := c.Size(), len(x)
	rows, columns := g[0], g[1]
	along, down := topo.Mod(q, p)%columns, topo.Mod(q, p)/columns
	row, column := lineOf(c, g, 1), lineOf(c, g, 0)
	if along == 0 {
		return ring.Shift(column, down, x, result)
	}
	compensate, concerned := 1, row.Rank() < along // what came round the end of the row is here
	if way(down+1, rows) < way(down, rows) {
		compensate, concerned, down = -1, row.Rank() >= along, down+1
	}
	scratch := c.Scratch(2 * m)
	defer c.Release(scratch)
	shifted, compensated := scratch[:m], scratch[m:]

	if err := ring.Shift(row, along, x, shifted); err != nil {
		return err
	}
	if concerned {
		if err := ring.Shift(column, compensate, shifted, compensated); err != nil {
			return err
		}
		shifted = compensated
	}
	return ring.Shift(column, down, shifted, result)
}

// way returns the steps of a shift on a ring of n.
func way(q, n int) int { return min(topo.Mod(q, n), topo.Mod(-q, n)) }
