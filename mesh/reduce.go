package mesh

import (
	"cmp"

	"topocoll/comm"
	"topocoll/ring"
	"topocoll/topo"
)

// Reduce combines the vectors x of all nodes at node root. Sums travel along every column to the row of root,
// then along this row.
//
// On return, root's result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. On the
// other nodes, `result` may be nil. g is a mesh of p nodes. If op does not commute, the rows come first, to
// keep label order. Each phase then costs as much as ring.Reduce with the same op.
// With extents of sqrt p: T = 2(ts + tw·m) ceil(sqrt p/2) under SF.
//
// The reverse of Bcast, section 3.1 (1st ed.); cf. MPI_Reduce.
func Reduce[T any](c *comm.Comm[T], g topo.Mesh, root int, op comm.Op[T], x, result []T) error {
	return reduce("mesh: Reduce", c, g, root, op, x, result, ring.Reduce[T])
}

// ReduceDoubling is like Reduce, but uses recursive doubling in each dimension.
//
// With sqrt p = 2^i: T = (ts + tw·m) log p + 2th(sqrt p - 1) under CT.
//
// The reverse of BcastDoubling; cf. MPI_Reduce.
func ReduceDoubling[T any](c *comm.Comm[T], g topo.Mesh, root int, op comm.Op[T], x, result []T) error {
	return reduce("mesh: ReduceDoubling", c, g, root, op, x, result, ring.ReduceDoubling[T])
}

func reduce[T any](proc string, c *comm.Comm[T], g topo.Mesh, root int, op comm.Op[T], x, result []T,
	along func(*comm.Comm[T], int, comm.Op[T], []T, []T) error) error {
	if err := cmp.Or(checkMesh(proc, c, g), comm.CheckReduce(proc, c, root, op, x, result)); err != nil {
		return err
	}
	sum := result
	if c.Label() != root {
		sum = c.Scratch(len(x))
		defer c.Release(sum)
	}

	for i := range g {
		k := i // columns first: the reverse of Bcast's order
		if !op.Commutative {
			k = len(g) - 1 - i // rows first, to keep label order
		}
		if g[k] == 1 {
			continue
		}
		line := lineOf(c, g, k)
		if err := along(line, g.Coord(root, k), op, x, sum); err != nil {
			return err
		}
		if line.Label() != g.Coord(root, k) {
			break // this node has sent its sum and is done
		}
		x = sum
	}
	if g.Size() == 1 {
		c.Copy(result, x)
	}
	return c.Err()
}
