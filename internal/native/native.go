//go:build cgo

package native

import (
	"fmt"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/mpi"
	"topocoll/plan"
)

// Run calls the native collective for operation k. The operator a.Op must come from package mpi.
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
	return fmt.Errorf("native: MPI has no function for operation %q", k)
}

// Start starts the native non-blocking collective for operation k, such as MPI_Ibcast.
func Start[T comm.Number](k catalog.Collective, p *mpi.Port[T], a catalog.Args[T]) (plan.Request, error) {
	return mpi.LibraryStart(p, functions[k], operands(k, a))
}

// Init creates a request for the native persistent collective for operation k, through a function such as
// MPI_Bcast_init. All ranks must call Init in the same order.
func Init[T comm.Number](k catalog.Collective, p *mpi.Port[T], a catalog.Args[T]) (plan.Request, error) {
	return mpi.LibraryInit(p, functions[k], operands(k, a))
}

var functions = map[catalog.Collective]mpi.Collective{
	catalog.Bcast: mpi.LibraryBcast, catalog.Reduce: mpi.LibraryReduce,
	catalog.Allgather:     mpi.LibraryAllgather,
	catalog.ReduceScatter: mpi.LibraryReduceScatterBlock, catalog.Allreduce: mpi.LibraryAllreduce,
	catalog.Scan:   mpi.LibraryScan,
	catalog.Exscan: mpi.LibraryExscan, catalog.Scatter: mpi.LibraryScatter, catalog.Gather: mpi.LibraryGather,
	catalog.Alltoall: mpi.LibraryAlltoall, catalog.Shift: mpi.LibraryShift,
	catalog.Barrier: mpi.LibraryBarrier,
}

func operands[T comm.Number](k catalog.Collective, a catalog.Args[T]) mpi.Operands[T] {
	o := mpi.Operands[T]{Root: a.Root, Distance: a.Shift, Op: a.Op, X: a.In, Result: a.Out}
	if k == catalog.Bcast {
		o.X, o.Result = a.Out, nil
	}
	return o
}
