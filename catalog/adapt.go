package catalog

import (
	"topocoll/comm"
	"topocoll/topo"
)

// The functions here give the procedures of one operation the common form of a row.

type run[T any] = func(*comm.Comm[T], Args[T]) error

func bcast[T any](f func(*comm.Comm[T], int, []T) error) run[T] {
	return func(c *comm.Comm[T], a Args[T]) error { return f(c, a.Root, a.Out) }
}

// reduce serves Reduce.
func reduce[T any](f func(*comm.Comm[T], int, comm.Op[T], []T, []T) error) run[T] {
	return func(c *comm.Comm[T], a Args[T]) error { return f(c, a.Root, a.Op, a.In, a.Out) }
}

// combine serves ReduceScatter, Allreduce, Scan and Exscan.
func combine[T any](f func(*comm.Comm[T], comm.Op[T], []T, []T) error) run[T] {
	return func(c *comm.Comm[T], a Args[T]) error { return f(c, a.Op, a.In, a.Out) }
}

// exchange serves Allgather and Alltoall.
func exchange[T any](f func(*comm.Comm[T], []T, []T) error) run[T] {
	return func(c *comm.Comm[T], a Args[T]) error { return f(c, a.In, a.Out) }
}

// rooted serves Scatter and Gather.
func rooted[T any](f func(*comm.Comm[T], int, []T, []T) error) run[T] {
	return func(c *comm.Comm[T], a Args[T]) error { return f(c, a.Root, a.In, a.Out) }
}

func shift[T any](f func(*comm.Comm[T], int, []T, []T) error) run[T] {
	return func(c *comm.Comm[T], a Args[T]) error { return f(c, a.Shift, a.In, a.Out) }
}

func barrier[T any](f func(*comm.Comm[T]) error) run[T] {
	return func(c *comm.Comm[T], _ Args[T]) error { return f(c) }
}

func meshBcast[T any](f func(*comm.Comm[T], topo.Mesh, int, []T) error) run[T] {
	return func(c *comm.Comm[T], a Args[T]) error { return f(c, a.mesh(c), a.Root, a.Out) }
}

func meshReduce[T any](f func(*comm.Comm[T], topo.Mesh, int, comm.Op[T], []T, []T) error) run[T] {
	return func(c *comm.Comm[T], a Args[T]) error { return f(c, a.mesh(c), a.Root, a.Op, a.In, a.Out) }
}

func meshCombine[T any](f func(*comm.Comm[T], topo.Mesh, comm.Op[T], []T, []T) error) run[T] {
	return func(c *comm.Comm[T], a Args[T]) error { return f(c, a.mesh(c), a.Op, a.In, a.Out) }
}

func meshExchange[T any](f func(*comm.Comm[T], topo.Mesh, []T, []T) error) run[T] {
	return func(c *comm.Comm[T], a Args[T]) error { return f(c, a.mesh(c), a.In, a.Out) }
}

func meshRooted[T any](f func(*comm.Comm[T], topo.Mesh, int, []T, []T) error) run[T] {
	return func(c *comm.Comm[T], a Args[T]) error { return f(c, a.mesh(c), a.Root, a.In, a.Out) }
}

func meshShift[T any](f func(*comm.Comm[T], topo.Mesh, int, []T, []T) error) run[T] {
	return func(c *comm.Comm[T], a Args[T]) error { return f(c, a.mesh(c), a.Shift, a.In, a.Out) }
}

// mesh returns the mesh asked for, or the squarest of two dimensions.
func (a Args[T]) mesh(c *comm.Comm[T]) topo.Mesh {
	if a.Mesh != nil {
		return a.Mesh
	}
	return topo.NearSquare(c.Size(), 2)
}

// The pipelined procedures take the length of a segment before their operator.

func segmentedBcast[T any](f func(*comm.Comm[T], int, int, []T) error) run[T] {
	return func(c *comm.Comm[T], a Args[T]) error { return f(c, a.Root, a.Segment, a.Out) }
}

func meshSegmented[T any](f func(*comm.Comm[T], topo.Mesh, int, int, []T) error) run[T] {
	return func(c *comm.Comm[T], a Args[T]) error { return f(c, a.mesh(c), a.Root, a.Segment, a.Out) }
}

func segmentedReduce[T any](f func(*comm.Comm[T], int, int, comm.Op[T], []T, []T) error) run[T] {
	return func(c *comm.Comm[T], a Args[T]) error { return f(c, a.Root, a.Segment, a.Op, a.In, a.Out) }
}

func segmentedCombine[T any](f func(*comm.Comm[T], int, comm.Op[T], []T, []T) error) run[T] {
	return func(c *comm.Comm[T], a Args[T]) error { return f(c, a.Segment, a.Op, a.In, a.Out) }
}
