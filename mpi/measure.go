package mpi

// #cgo nocallback tc_do_nothing
// #cgo noescape tc_pingpong
// #cgo nocallback tc_pingpong
// #cgo noescape tc_flush
// #cgo nocallback tc_flush
// #include "measure.h"
import "C"

import (
	"fmt"
	"unsafe"
	_ "unsafe" // for linkname

	"topocoll/comm"
)

// Now is the raw monotonic clock in ns. All processes of a host see the same one (MPI_Wtime has an origin
// of its own in each). It is the runtime's own reading of CLOCK_MONOTONIC, which needs no cgo call: two of
// those would be a fifth of the time of a short message.
func Now() int64 { return nanotime() }

//go:linkname nanotime runtime.nanotime
func nanotime() int64

// EmptyCall calls a C function that does nothing: the floor of what a message through cgo adds.
func EmptyCall() { C.tc_do_nothing() }

// TimeCalls makes the native collectives of this port note when they begin and end.
func (p *port) TimeCalls() { p.c.timed = 1 }

// LastCall is when the last native collective of this port began and ended after TimeCalls, by the clock of
// Now, read in C right before and after the library's call: what a C program would measure, without the cgo call.
func (p *port) LastCall() (began, ended int64) { return int64(p.c.began), int64(p.c.ended) }

// PingPong sends x to and fro between the ranks 0 and 1, from 0, len(ns) times: MPI_Send and MPI_Recv in a loop in C, to
// show what Go adds. ns[i] is round trip i, on each of the two by its own clock. The other processes do nothing.
func PingPong[T comm.Number](p *Port[T], x []T, ns []int64) error {
	if err := p.collective("mpi: PingPong", len(x)); err != nil {
		return err
	}
	switch {
	case p.Size() < 2:
		return fmt.Errorf("mpi: PingPong: %d process, want 2", p.Size())
	case p.Rank() > 1:
		return nil
	}
	times := (*C.int64_t)(unsafe.SliceData(ns))
	return p.result("mpi: PingPong", "MPI_Send or MPI_Recv", C.tc_pingpong(p.c, C.int(1-p.Rank()), pointer(x), C.int(len(x)), times, C.int(len(ns))))
}

// Flush writes what caches hold of x to memory, and makes all of them forget it, so that the next access finds x in memory. It
// reports whether it did: some processors let no program do that.
func Flush[T comm.Number](x []T) bool {
	return C.tc_flush((*C.char)(unsafe.Pointer(unsafe.SliceData(x))), C.int64_t(len(x)*int(unsafe.Sizeof(*new(T))))) != 0
}

// KeepMemory makes the C library keep what is freed for later calls of malloc, as it does in a program that has freed large memory. In one
// that has not, every call of a collective that allocates may get its pages from the kernel anew.
func KeepMemory() { C.tc_keep_memory() }
