package mpi

// #cgo nocallback tc_barrier
// #cgo noescape tc_bcast
// #cgo nocallback tc_bcast
// #cgo noescape tc_gather
// #cgo nocallback tc_gather
// #cgo noescape tc_scatter
// #cgo nocallback tc_scatter
// #cgo noescape tc_allgather
// #cgo nocallback tc_allgather
// #cgo noescape tc_alltoall
// #cgo nocallback tc_alltoall
// #include "native.h"
import "C"

import "topocoll/comm"

// The collectives of the library, with the arguments of ours. Their errors are *Error, or name a slice
// of the wrong length before MPI is called.

// Barrier returns when every process has called it: MPI_Barrier.
func Barrier[T Element](p *Port[T]) error {
	if err := p.collective("mpi: Barrier", 0); err != nil {
		return err
	}
	return failed("MPI_Barrier", C.tc_barrier(p.c))
}

// Bcast gives every process root's x: MPI_Bcast.
func Bcast[T Element](p *Port[T], root int, x []T) error {
	if err := p.collective("mpi: Bcast", len(x)); err != nil {
		return err
	}
	return failed("MPI_Bcast", C.tc_bcast(p.c, pointer(x), C.int(len(x)), C.int(root)))
}

// Gather puts the x of every process, in rank order, into root's result: MPI_Gather.
// len(result) = p·len(x) on root; on the others it is not used.
func Gather[T Element](p *Port[T], root int, x, result []T) error {
	if err := p.collective("mpi: Gather", len(x)); err != nil {
		return err
	}
	if err := p.onRoot("mpi: Gather", "result", root, len(result), p.Size()*len(x)); err != nil {
		return err
	}
	return failed("MPI_Gather", C.tc_gather(p.c, pointer(x), C.int(len(x)), pointer(result), C.int(root)))
}

// Scatter gives process i block i of root's x as its result: MPI_Scatter.
// len(x) = p·len(result) on root; on the others it is not used.
func Scatter[T Element](p *Port[T], root int, x, result []T) error {
	if err := p.collective("mpi: Scatter", len(result)); err != nil {
		return err
	}
	if err := p.onRoot("mpi: Scatter", "x", root, len(x), p.Size()*len(result)); err != nil {
		return err
	}
	return failed("MPI_Scatter", C.tc_scatter(p.c, pointer(x), pointer(result), C.int(len(result)), C.int(root)))
}

// Allgather puts the x of every process, in rank order, into every result: MPI_Allgather.
// len(result) = p·len(x).
func Allgather[T Element](p *Port[T], x, result []T) error {
	if err := p.collective("mpi: Allgather", len(x)); err != nil {
		return err
	}
	if err := comm.CheckLen("mpi: Allgather", "result", len(result), p.Size()*len(x)); err != nil {
		return err
	}
	return failed("MPI_Allgather", C.tc_allgather(p.c, pointer(x), C.int(len(x)), pointer(result)))
}

// Alltoall sends block i of x to process i and puts what comes from process i at block i of result:
// MPI_Alltoall. len(result) = len(x), a multiple of p.
func Alltoall[T Element](p *Port[T], x, result []T) error {
	m := len(x) / max(1, p.Size())
	if err := p.collective("mpi: Alltoall", m); err != nil {
		return err
	}
	if err := p.blocks("mpi: Alltoall", len(x), m, len(result)); err != nil {
		return err
	}
	return failed("MPI_Alltoall", C.tc_alltoall(p.c, pointer(x), pointer(result), C.int(m)))
}

// TimeCalls makes the native collectives of this port note when they begin and end.
func (p *port) TimeCalls() { p.c.timed = 1 }

// LastCall is when the last native collective of this port began and ended after TimeCalls, by the clock of
// Now, read in C right before and after the library's call: what a C program would measure, without the cgo call.
func (p *port) LastCall() (began, ended int64) { return int64(p.c.began), int64(p.c.ended) }

// collective refuses a call where MPI would end the program, or blocks of more words than its int
// counts.
func (p *port) collective(call string, n int) error {
	if err := p.world.live(call); err != nil {
		return err
	}
	return checkCount(call, n)
}

// onRoot refuses a slice of the wrong length on the one process whose slice MPI uses.
func (p *port) onRoot(call, what string, root, got, want int) error {
	if p.Rank() != root {
		return nil
	}
	return comm.CheckLen(call, what, got, want)
}

// blocks refuses an x that is not p blocks of m words, and a result of the wrong length.
func (p *port) blocks(call string, x, m, result int) error {
	if err := comm.CheckLen(call, "x", x, p.Size()*m); err != nil {
		return err
	}
	return comm.CheckLen(call, "result", result, x)
}
