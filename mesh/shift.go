package mesh

import (
	"cmp"

	"topocoll/comm"
	"topocoll/ring"
	"topocoll/topo"
)

// Shift sends the vector x of every node i of an R x C mesh to node (i + q) mod p. First all messages move
// along the rows by q mod C. Then the messages that wrapped around in their row move one step along the
// columns. Last, all messages move along the columns by floor(q/C). Alternatively, the messages that did not
// wrap around move one step back along the columns, and then all messages move floor(q/C) + 1 steps. Shift
// uses this alternative if it takes fewer steps. Rows and columns are shifted in the shorter direction.
//
// On return, result is the vector x of node (i - q) mod p; len(result) = len(x) = m. Any integer q; g has two
// dimensions.
// With extents of sqrt p: at most sqrt p steps, and T is at most (ts + tw·m)·sqrt p, under SF and CT.
//
// Section 3.6.2, figure 3.22 (1st ed.), section 4.6.1 (2nd ed.); cf. MPI_Cart_shift and MPI_Sendrecv.
func Shift[T any](c *comm.Comm[T], g topo.Mesh, q int, x, result []T) error {
	if err := cmp.Or(checkMesh("mesh: Shift", c, g), checkPlane("mesh: Shift", g),
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
	compensate, wrapped := 1, row.Label() < along // wrapped: the message on this node has wrapped around
	if shiftDistance(down+1, rows) < shiftDistance(down, rows) {
		compensate, wrapped, down = -1, row.Label() >= along, down+1
	}
	scratch := c.Scratch(2 * m)
	defer c.Release(scratch)
	shifted, compensated := scratch[:m], scratch[m:]

	if err := ring.Shift(row, along, x, shifted); err != nil {
		return err
	}
	if wrapped {
		if err := ring.Shift(column, compensate, shifted, compensated); err != nil {
			return err
		}
		shifted = compensated
	}
	return ring.Shift(column, down, shifted, result)
}

// shiftDistance returns the number of steps of a q-shift on a ring of n nodes, in the shorter direction.
func shiftDistance(q, n int) int { return min(topo.Mod(q, n), topo.Mod(-q, n)) }
