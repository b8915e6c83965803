//go:build cgo

package native

import (
	"fmt"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/mpi"
	"topocoll/plan"
)

// Call returns a function that calls the native collective for operation k. If `counts` is nil, the function
// calls Run. Otherwise it calls the collective with a count for each rank, such as MPI_Allgatherv. Call
// computes the layouts of the blocks once for all calls.
func Call[T comm.Number](k catalog.Collective, p *mpi.Port[T],
	counts *catalog.Counts) func(a catalog.Args[T]) error {
	if counts == nil {
		return func(a catalog.Args[T]) error { return Run(k, p, a) }
	}
	me, size := p.Rank(), p.Size()
	sent, received := mpi.LayoutOf(counts.Sent(size, 0, me)), mpi.LayoutOf(counts.Received(size, 0, me))
	return func(a catalog.Args[T]) error {
		switch k {
		case catalog.Allgather:
			return mpi.Allgatherv(p, sent, a.In, a.Out)
		case catalog.ReduceScatter:
			return mpi.ReduceScatter(p, a.Op, sent, a.In, a.Out)
		case catalog.Scatter:
			return mpi.Scatterv(p, a.Root, sent, a.In, a.Out)
		case catalog.Gather:
			return mpi.Gatherv(p, a.Root, sent, a.In, a.Out)
		case catalog.Alltoall:
			return mpi.Alltoallv(p, sent, received, a.In, a.Out)
		}
		return fmt.Errorf("native: MPI has no function with counts for operation %q", k)
	}
}

// Starter returns a function that starts the native non-blocking collective for operation k. If `counts` is
// nil, the function calls Start. Otherwise it starts the collective with a count for each rank, such as
// MPI_Iallgatherv. Starter computes the layouts of the blocks once for all calls.
func Starter[T comm.Number](k catalog.Collective, p *mpi.Port[T],
	counts *catalog.Counts) func(a catalog.Args[T]) (plan.Request, error) {
	if counts == nil {
		return func(a catalog.Args[T]) (plan.Request, error) { return Start(k, p, a) }
	}
	me, size := p.Rank(), p.Size()
	sent, received := mpi.LayoutOf(counts.Sent(size, 0, me)), mpi.LayoutOf(counts.Received(size, 0, me))
	return func(a catalog.Args[T]) (plan.Request, error) {
		switch k {
		case catalog.Allgather:
			return mpi.StartAllgatherv(p, sent, a.In, a.Out)
		case catalog.ReduceScatter:
			return mpi.StartReduceScatter(p, a.Op, sent, a.In, a.Out)
		case catalog.Scatter:
			return mpi.StartScatterv(p, a.Root, sent, a.In, a.Out)
		case catalog.Gather:
			return mpi.StartGatherv(p, a.Root, sent, a.In, a.Out)
		case catalog.Alltoall:
			return mpi.StartAlltoallv(p, sent, received, a.In, a.Out)
		}
		return nil, fmt.Errorf("native: MPI has no function with counts for operation %q", k)
	}
}
