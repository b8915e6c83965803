package mpi

// #cgo noescape tc_pingpong
// #cgo nocallback tc_pingpong
// #cgo noescape tc_time_bcast
// #cgo nocallback tc_time_bcast
// #cgo noescape tc_time_allreduce
// #cgo nocallback tc_time_allreduce
// #cgo noescape tc_time_alltoall
// #cgo nocallback tc_time_alltoall
// #include "loops.h"
import "C"

import (
	"fmt"
	"unsafe"
)

// The loops below run in C, len(ns) times, and put the time of each iteration on this process in ns:
// what a C program would measure, to hold our own timing against.

// PingPong sends x to and fro between the ranks 0 and 1, from 0: MPI_Send and MPI_Recv. ns[i] is round
// trip i. The other processes do nothing.
func PingPong[T Element](p *Port[T], x []T, ns []int64) error {
	if err := p.collective("mpi: PingPong", len(x)); err != nil {
		return err
	}
	switch {
	case p.Size() < 2:
		return fmt.Errorf("mpi: PingPong: %d process, want 2", p.Size())
	case p.Rank() > 1:
		return nil
	}
	partner := C.int(1 - p.Rank())
	return p.result("mpi: PingPong", "MPI_Send or MPI_Recv", C.tc_pingpong(p.c, partner, pointer(x), C.int(len(x)), times(ns), C.int(len(ns))))
}

// TimeBcast times Bcast as OSU does: a barrier between the iterations, the time of the call alone.
func TimeBcast[T Element](p *Port[T], root int, x []T, ns []int64) error {
	if err := p.collective("mpi: TimeBcast", len(x)); err != nil {
		return err
	}
	return failed("MPI_Bcast", C.tc_time_bcast(p.c, C.int(root), pointer(x), C.int(len(x)), times(ns), C.int(len(ns))))
}

// TimeAllreduce times Allreduce as OSU does.
func TimeAllreduce[T Element](p *Port[T], op Op[T], x, result []T, ns []int64) error {
	if err := p.wordwise("mpi: TimeAllreduce", op.handle, len(x), len(result)); err != nil {
		return err
	}
	return failed("MPI_Allreduce", C.tc_time_allreduce(p.c, op.handle, pointer(x), pointer(result), C.int(len(x)), times(ns), C.int(len(ns))))
}

// TimeAlltoall times Alltoall as OSU does.
func TimeAlltoall[T Element](p *Port[T], x, result []T, ns []int64) error {
	m := len(x) / max(1, p.Size())
	if err := p.collective("mpi: TimeAlltoall", m); err != nil {
		return err
	}
	if err := p.blocks("mpi: TimeAlltoall", len(x), m, len(result)); err != nil {
		return err
	}
	return failed("MPI_Alltoall", C.tc_time_alltoall(p.c, pointer(x), pointer(result), C.int(m), times(ns), C.int(len(ns))))
}

func times(ns []int64) *C.int64_t { return (*C.int64_t)(unsafe.SliceData(ns)) }
