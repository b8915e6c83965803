package mpi

// #cgo nocallback tc_now
// #cgo nocallback tc_nothing
// #include "clock.h"
import "C"

// Now is the raw monotonic clock in ns. All processes of a host see the same one (MPI_Wtime has an
// origin of its own in each).
func Now() int64 { return int64(C.tc_now()) }

// EmptyCall calls a C function that does nothing: the floor of what a message through cgo adds.
func EmptyCall() { C.tc_nothing() }
