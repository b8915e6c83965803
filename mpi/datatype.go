package mpi

// #include <mpi.h>
import "C"

import (
	"reflect"
	"unsafe"

	"topocoll/comm"
)

// datatype is the MPI datatype with the layout of T.
func datatype[T comm.Number]() C.MPI_Datatype {
	switch reflect.TypeFor[T]().Kind() {
	case reflect.Uint8:
		return C.MPI_UINT8_T
	case reflect.Int32:
		return C.MPI_INT32_T
	case reflect.Int64:
		return C.MPI_INT64_T
	case reflect.Uint32:
		return C.MPI_UINT32_T
	case reflect.Uint64:
		return C.MPI_UINT64_T
	case reflect.Float32:
		return C.MPI_FLOAT
	case reflect.Float64:
		return C.MPI_DOUBLE
	default:
		return C.MPI_C_DOUBLE_COMPLEX
	}
}

// pointer is where the words of x are, for x of any length. As a *C.char, unlike as a void pointer, it
// passes cgo without a search of the whole object that x lies in.
func pointer[T comm.Number](x []T) *C.char { return (*C.char)(unsafe.Pointer(unsafe.SliceData(x))) }
