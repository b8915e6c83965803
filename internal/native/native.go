//go:build cgo

package native

import (
	"fmt"

	"topocoll/catalog"
	"topocoll/mpi"
)

// Run performs operation k with the library's own call. op is the operator of a.Op in MPI's form.
func Run[T mpi.Element](k catalog.Collective, p *mpi.Port[T], op mpi.Op[T], a catalog.Args[T]) error {
	switch k {
	case catalog.Bcast:
		return mpi.Bcast(p, a.Root, a.Out)
	case catalog.Reduce:
		return mpi.Reduce(p, a.Root, op, a.In, a.Out)
	case catalog.Allgather:
		return mpi.Allgather(p, a.In, a.Out)
	case catalog.ReduceScatter:
		return mpi.ReduceScatterBlock(p, op, a.In, a.Out)
	case catalog.Allreduce:
		return mpi.Allreduce(p, op, a.In, a.Out)
	case catalog.Scan:
		return mpi.Scan(p, op, a.In, a.Out)
	case catalog.Exscan:
		return mpi.Exscan(p, op, a.In, a.Out)
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
