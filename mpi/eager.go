//go:build cgo

package mpi

// #include "library.h"
import "C"

import (
	"strconv"
	"unsafe"
)

// Eager returns how many bytes the words of a message between processes of one host may have to be sent at once, without waiting for
// their receive: the limit of Open MPI's shared memory less its header, and 0 where the library names none. It is the same on every
// rank, so what is chosen by it is as well.
func (p *Port[T]) Eager() int {
	if p.world.process == nil {
		return 0
	}
	return p.world.process.eager
}

// agreedEager is the largest limit of all ranks: one that is alone on its host knows none.
func (w *World) agreedEager() (int, error) {
	here, most := C.int(w.eager()), C.int(0)
	err := failed("MPI_Allreduce", C.MPI_Allreduce(unsafe.Pointer(&here), unsafe.Pointer(&most), 1, C.MPI_Datatype(C.MPI_INT), C.MPI_Op(C.MPI_MAX), w.comm))
	return int(most), err
}

func (w *World) eager() int {
	const header = 64                                                              // ob1 takes off the longest of its headers
	for _, name := range []string{"btl_vader_eager_limit", "btl_sm_eager_limit"} { // of 4.1, of 5.0
		text, err := w.Variable(name)
		if limit, number := strconv.Atoi(text); err == nil && number == nil {
			return max(0, limit-header)
		}
	}
	return 0
}
