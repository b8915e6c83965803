package mpi

// #cgo nocallback tc_do_nothing
// #cgo noescape tc_pingpong
// #cgo nocallback tc_pingpong
// #cgo noescape tc_flush
// #cgo nocallback tc_flush
// #include "measure.h"
// #include "operation.h"
import "C"

import (
	"errors"
	"fmt"
	"slices"
	"unsafe"
	_ "unsafe" // for go:linkname

	"topocoll/comm"
)

// Now returns the reading of the monotonic clock in ns. All processes on a host share this clock; the origin
// of MPI_Wtime may differ between processes. Go's runtime reads the clock, because two cgo calls would take a
// fifth of the time of a short message.
func Now() int64 { return nanotime() }

//go:linkname nanotime runtime.nanotime
func nanotime() int64

// EmptyCall calls a C function that does nothing. The time of this call is the minimum that cgo adds to every
// message.
func EmptyCall() { C.tc_do_nothing() }

// TimeCalls makes native collectives on this port record their start and end times: see LastCall.
func (p *port) TimeCalls() { p.c.timed = 1 }

// LastCall returns the times at which the last native collective of this port began and ended, on the clock
// of Now. The port records them only after a call of TimeCalls. C reads the clock immediately before and
// after the library's call, so a C program would measure the same times.
func (p *port) LastCall() (began, ended int64) { return int64(p.c.began), int64(p.c.ended) }

// PingPong sends x from rank 0 to rank 1 and back, len(ns) times, with MPI_Send and MPI_Recv in a C loop.
// Compare it with Send and Recv to see the overhead of Go. On each of the two ranks, ns[i] is the time of
// round trip i. Other ranks return immediately.
func PingPong[T comm.Number](p *Port[T], x []T, ns []int64) error {
	if err := p.checkCollective("mpi: PingPong", len(x)); err != nil {
		return err
	}
	switch {
	case p.Size() < 2:
		return fmt.Errorf("mpi: PingPong: %d process, want 2 or more", p.Size())
	case p.Rank() > 1:
		return nil
	}
	times := (*C.int64_t)(unsafe.SliceData(ns))
	return p.messageError("mpi: PingPong", "MPI_Send or MPI_Recv", C.tc_pingpong(p.c, C.int(1-p.Rank()),
		pointer(x), C.int(len(x)), times, C.int(len(ns))))
}

// Flush writes x back to memory and evicts it from all caches, so that the next access reads memory. It
// returns false if the processor has no unprivileged instruction for this.
func Flush[T comm.Number](x []T) bool {
	return C.tc_flush((*C.char)(unsafe.Pointer(unsafe.SliceData(x))),
		C.int64_t(len(x)*int(unsafe.Sizeof(*new(T))))) != 0
}

// KeepMemory makes the C library retain freed memory for later calls of malloc, as it does in a program that
// has freed large blocks. Without KeepMemory, a collective may have to get pages from the kernel at every
// call.
func KeepMemory() { C.tc_keep_memory() }

// RunTraced executes the plan as Run does, and also records the start and the end of every step. times[2i] is
// the start of step i, and times[2i+1] is its end, in ns on the clock of Now. If byDependencies is true, the
// steps are numbered as in plan.AsReady, otherwise as in plan.InOrder. C must be able to apply the operator,
// and no non-blocking operation may be active.
func (g *program[T]) RunTraced(op comm.Op[T], in, out []T) (times []int64, byDependencies bool, err error) {
	if _, inC := op.Handle.(C.reduction); !inC && g.combines {
		return nil, false, errors.New("mpi: RunTraced: the operator is a Go function; " +
			"use an operator that C can apply")
	}
	if n := C.tc_active_operations; n > 0 {
		return nil, false, fmt.Errorf("mpi: RunTraced: %d non-blocking operations are active; complete them "+
			"first", n)
	}
	n := int(g.c.steps)
	array := C.tc_trace(g.port.c, C.int(n))
	if array == nil {
		return nil, false, errors.New("mpi: RunTraced: no memory for the times of the steps")
	}
	g.port.c.traced = 1
	err = g.Run(op, in, out)
	g.port.c.traced = 0
	return slices.Clone(unsafe.Slice((*int64)(unsafe.Pointer(array)), 2*n)), g.c == g.byDependencies, err
}
