//go:build cgo

package native

import (
	"fmt"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/mpi"
)

// Run performs operation k with the library's own call. a.Op is an operator of package mpi.
func Run[T comm.Number](k catalog.Collective, p *mpi.Port[T], a catalog.Args[T]) error {
	switch k {
	case catalog.Bcast:
		return mpi.Bcast(p, a.Root, a.Out)
	case catalog.Reduce:
		return mpi.Reduce(p, a.Root, a.Op, a.In, a.Out)
	case catalog.Allgather:
		return mpi.Allgather(p, a.In, a.Out)
	case catalog.ReduceScatter:
		return mpi.ReduceScatterBlock(p, a.Op, a.In, a.Out)
	case catalog.Allreduce:
		return mpi.Allreduce(p, a.Op, a.In, a.Out)
	case catalog.Scan:
		return mpi.Scan(p, a.Op, a.In, a.Out)
	case catalog.Exscan:
		return mpi.Exscan(p, a.Op, a.In, a.Out)
	case catalog.Scatter:
		return mpi.Scatter(p, a.Root, a.In, a.Out)
	case catalog.Gather:
		return mpi.Gather(p, a.Root, a.In, a.Out)
	case catalog.Alltoall:
		return mpi.Alltoall(p, a.In, a.Out)
	case catalog.Shift:
		return mpi.Shift(p, a.Shift, a.In, a.Out)
	case catalog.Barrier:
		return mpi.Barrier(p)
	}
	return fmt.Errorf("native: no MPI call for %q", k)
}
