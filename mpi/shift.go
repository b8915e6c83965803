package mpi

// #cgo noescape tc_shift
// #cgo nocallback tc_shift
// #include "native.h"
import "C"

import "topocoll/comm"

// Shift gives process i + q the x of process i, numbers modulo p; q may be negative: MPI_Cart_shift on
// a periodic line of all processes, and MPI_Sendrecv. len(result) = len(x). The first call on a world
// makes the line.
func Shift[T Element](p *Port[T], q int, x, result []T) error {
	if err := p.collective("mpi: Shift", len(x)); err != nil {
		return err
	}
	if err := comm.CheckLen("mpi: Shift", "result", len(result), len(x)); err != nil {
		return err
	}
	if err := p.world.line(); err != nil {
		return err
	}
	return p.result("mpi: Shift", "MPI_Sendrecv",
		C.tc_shift(p.c, p.world.ring, C.int(q%p.Size()), pointer(x), pointer(result), C.int(len(x))))
}

// line makes the world's Cartesian communicator if it has none.
func (w *World) line() error {
	if w.ring != C.MPI_Comm(C.MPI_COMM_NULL) {
		return nil
	}
	return failed("MPI_Cart_create", C.tc_ring(w.comm, &w.ring))
}
