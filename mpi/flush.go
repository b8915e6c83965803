package mpi

// #cgo noescape tc_flush
// #cgo nocallback tc_flush
// #include "flush.h"
import "C"

import (
	"unsafe"

	"topocoll/comm"
)

// Flush writes what caches hold of x to memory, and makes all of them forget it, so that the next access finds x in memory. It
// reports whether it did: some processors let no program do that.
func Flush[T comm.Number](x []T) bool {
	return C.tc_flush((*C.char)(unsafe.Pointer(unsafe.SliceData(x))), C.int64_t(len(x)*int(unsafe.Sizeof(*new(T))))) != 0
}
