package mpi

// #cgo noescape tc_reduce_to
// #cgo nocallback tc_reduce_to
// #cgo noescape tc_allreduce
// #cgo nocallback tc_allreduce
// #cgo noescape tc_reduce_scatter_block
// #cgo nocallback tc_reduce_scatter_block
// #cgo noescape tc_reduce_scatter
// #cgo nocallback tc_reduce_scatter
// #cgo noescape tc_scan
// #cgo nocallback tc_scan
// #cgo noescape tc_exscan
// #cgo nocallback tc_exscan
// #include "native.h"
import "C"

import (
	"fmt"
	"unsafe"

	"topocoll/comm"
)

// Reduce combines the x of every process, in rank order, in root's result: MPI_Reduce.
// len(result) = len(x) on root; on the others it is not used.
func Reduce[T Element](p *Port[T], root int, op Op[T], x, result []T) error {
	if err := p.reducing("mpi: Reduce", op.handle, len(x)); err != nil {
		return err
	}
	if err := p.onRoot("mpi: Reduce", "result", root, len(result), len(x)); err != nil {
		return err
	}
	return failed("MPI_Reduce", C.tc_reduce_to(p.c, pointer(x), pointer(result), C.int(len(x)), op.handle, C.int(root)))
}

// Allreduce combines the x of every process in every result: MPI_Allreduce. len(result) = len(x).
func Allreduce[T Element](p *Port[T], op Op[T], x, result []T) error {
	if err := p.wordwise("mpi: Allreduce", op.handle, len(x), len(result)); err != nil {
		return err
	}
	return failed("MPI_Allreduce", C.tc_allreduce(p.c, pointer(x), pointer(result), C.int(len(x)), op.handle))
}

// ReduceScatterBlock combines the x of every process and gives process i block i of the outcome:
// MPI_Reduce_scatter_block. len(x) = p·len(result).
func ReduceScatterBlock[T Element](p *Port[T], op Op[T], x, result []T) error {
	if err := p.reducing("mpi: ReduceScatterBlock", op.handle, len(result)); err != nil {
		return err
	}
	if err := comm.CheckLen("mpi: ReduceScatterBlock", "x", len(x), p.Size()*len(result)); err != nil {
		return err
	}
	return failed("MPI_Reduce_scatter_block", C.tc_reduce_scatter_block(p.c, pointer(x), pointer(result), C.int(len(result)), op.handle))
}

// ReduceScatter is ReduceScatterBlock with a block of counts[i] words for process i:
// MPI_Reduce_scatter. len(counts) = p, len(x) = their sum, len(result) = counts[rank].
func ReduceScatter[T Element](p *Port[T], op Op[T], counts []int, x, result []T) error {
	ints, err := p.ints("mpi: ReduceScatter", op.handle, counts, len(x), len(result))
	if err != nil {
		return err
	}
	first := (*C.int)(unsafe.SliceData(ints))
	return failed("MPI_Reduce_scatter", C.tc_reduce_scatter(p.c, pointer(x), pointer(result), first, op.handle))
}

// Scan combines the x of the processes 0 to rank in result: MPI_Scan. len(result) = len(x).
func Scan[T Element](p *Port[T], op Op[T], x, result []T) error {
	if err := p.wordwise("mpi: Scan", op.handle, len(x), len(result)); err != nil {
		return err
	}
	return failed("MPI_Scan", C.tc_scan(p.c, pointer(x), pointer(result), C.int(len(x)), op.handle))
}

// Exscan combines the x of the processes 0 to rank-1 in result: MPI_Exscan. len(result) = len(x); that
// of process 0 keeps what it had.
func Exscan[T Element](p *Port[T], op Op[T], x, result []T) error {
	if err := p.wordwise("mpi: Exscan", op.handle, len(x), len(result)); err != nil {
		return err
	}
	return failed("MPI_Exscan", C.tc_exscan(p.c, pointer(x), pointer(result), C.int(len(x)), op.handle))
}

// reducing is collective for a call with an operator.
func (p *port) reducing(call string, op C.MPI_Op, n int) error {
	if op == *new(C.MPI_Op) { // a handle is a pointer in one library and a number in another
		return fmt.Errorf("%s: the operator has no MPI_Op, want one of this package made after Init", call)
	}
	return p.collective(call, n)
}

// wordwise is reducing where x and result have the same length.
func (p *port) wordwise(call string, op C.MPI_Op, x, result int) error {
	if err := p.reducing(call, op, x); err != nil {
		return err
	}
	return comm.CheckLen(call, "result", result, x)
}

// ints is counts as MPI takes them, once they fit the p blocks of x and this process's result.
func (p *port) ints(call string, op C.MPI_Op, counts []int, x, result int) ([]C.int, error) {
	if err := p.reducing(call, op, 0); err != nil {
		return nil, err
	}
	if err := comm.CheckLen(call, "counts", len(counts), p.Size()); err != nil {
		return nil, err
	}
	p.counts = p.counts[:0]
	for _, n := range counts {
		if err := checkCount(call, n); err != nil {
			return nil, err
		}
		p.counts = append(p.counts, C.int(n))
	}
	if err := comm.CheckLen(call, "x", x, comm.CountBlocks(counts).Total()); err != nil {
		return nil, err
	}
	return p.counts, comm.CheckLen(call, "result", result, counts[p.Rank()])
}
