package mesh

import (
	"cmp"

	"topocoll/comm"
	"topocoll/ring"
	"topocoll/topo"
)

// Scan combines the vectors x of the nodes 0 to i on node i (prefix sums): first along every row, then along
// the last column for the totals of the rows. Finally each row adds the total of the rows before it. With k
// dimensions, a row consists of all dimensions except the first.
//
// On return, result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node i; len(result) = len(x) = m. g is a mesh of p
// nodes; operands are combined in label order.
// On R x C nodes with K segments, two pipelines take C+K-2 and R+K-2 steps, and a broadcast along the rows
// follows.
//
// Not in the book; cf. MPI_Scan.
func Scan[T any](c *comm.Comm[T], g topo.Mesh, op comm.Op[T], x, result []T) error {
	if err := cmp.Or(checkMesh("mesh: Scan", c, g),
		comm.CheckAllreduce("mesh: Scan", op, x, result)); err != nil {
		return err
	}
	if len(g) == 1 {
		return ring.Scan(c, 0, op, x, result)
	}
	row := rowOf(c, g)
	if err := Scan(row, g[1:], op, x, result); err != nil {
		return err
	}
	before := c.Scratch(len(x))
	defer c.Release(before)
	if err := sumEarlierRows(c, row, g, op, result, before); err != nil {
		return err
	}
	if c.Label() != row.Label() { // every row except row 0
		op.Apply(result, before, result)
	}
	return c.Err()
}

// Exscan combines the vectors x of the nodes 0 to i-1 on node i (exclusive prefix sums), as Scan does.
//
// On return, result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node i-1; len(result) = len(x) = m; node 0's result
// is unchanged. g is a mesh of p nodes; operands are combined in label order.
//
// Not in the book; cf. MPI_Exscan.
func Exscan[T any](c *comm.Comm[T], g topo.Mesh, op comm.Op[T], x, result []T) error {
	if err := cmp.Or(checkMesh("mesh: Exscan", c, g),
		comm.CheckAllreduce("mesh: Exscan", op, x, result)); err != nil {
		return err
	}
	if len(g) == 1 {
		return ring.Exscan(c, 0, op, x, result)
	}
	row, m := rowOf(c, g), len(x)
	scratch := c.Scratch(2 * m)
	defer c.Release(scratch)
	total, before := scratch[:m], scratch[m:]
	c.Copy(total, x) // save x, because result may be the same slice
	if err := Exscan(row, g[1:], op, x, result); err != nil {
		return err
	}
	if row.Label() > 0 {
		op.Apply(total, result, total)
	}
	if err := sumEarlierRows(c, row, g, op, total, before); err != nil {
		return err
	}
	switch {
	case c.Label() == row.Label(): // row 0
	case row.Label() == 0:
		c.Copy(result, before)
	default:
		op.Apply(result, before, result)
	}
	return c.Err()
}

// sumEarlierRows sets `before` to the sum of all earlier rows, on every node. In row 0, `before` is
// unchanged. `total` is the sum of this row. Only the last node of the row uses `total`.
func sumEarlierRows[T any](c, row *comm.Comm[T], g topo.Mesh, op comm.Op[T], total, before []T) error {
	last := row.Size() - 1
	if row.Label() == last {
		column := lineOf(c, g, 0)
		if err := ring.Exscan(column, 0, op, total, before); err != nil {
			return err
		}
	}
	if c.Label() == row.Label() {
		return c.Err()
	}
	return Bcast(row, g[1:], last, before)
}

// rowOf returns the communicator of this node's row: all nodes with the same first coordinate.
func rowOf[T any](c *comm.Comm[T], g topo.Mesh) *comm.Comm[T] {
	size := g[1:].Size()
	return c.Line(c.Label()/size*size, 1, size)
}
