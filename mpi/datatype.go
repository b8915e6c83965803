package mpi

// #include "combine.h"
import "C"

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"unsafe"
)

// A numberType describes how C represents and combines numbers of one kind.
type numberType struct {
	datatype   C.MPI_Datatype
	loopColumn C.int // column in tc_loops
}

var numberTypes = map[reflect.Kind]numberType{
	reflect.Int8:       {C.MPI_INT8_T, C.TYPE_INT8},
	reflect.Int16:      {C.MPI_INT16_T, C.TYPE_INT16},
	reflect.Int32:      {C.MPI_INT32_T, C.TYPE_INT32},
	reflect.Int64:      {C.MPI_INT64_T, C.TYPE_INT64},
	reflect.Uint8:      {C.MPI_UINT8_T, C.TYPE_UINT8},
	reflect.Uint16:     {C.MPI_UINT16_T, C.TYPE_UINT16},
	reflect.Uint32:     {C.MPI_UINT32_T, C.TYPE_UINT32},
	reflect.Uint64:     {C.MPI_UINT64_T, C.TYPE_UINT64},
	reflect.Float32:    {C.MPI_FLOAT, C.TYPE_FLOAT},
	reflect.Float64:    {C.MPI_DOUBLE, C.TYPE_DOUBLE},
	reflect.Complex64:  {C.MPI_C_FLOAT_COMPLEX, C.TYPE_FLOAT_COMPLEX},
	reflect.Complex128: {C.MPI_C_DOUBLE_COMPLEX, C.TYPE_COMPLEX},
}

func numberTypeOf[T any]() (typ numberType, found bool) {
	kind := reflect.TypeFor[T]().Kind()
	switch {
	case kind == reflect.Int && strconv.IntSize == 64:
		kind = reflect.Int64
	case kind == reflect.Int:
		kind = reflect.Int32
	case kind == reflect.Uint && strconv.IntSize == 64:
		kind = reflect.Uint64
	case kind == reflect.Uint:
		kind = reflect.Uint32
	}
	typ, found = numberTypes[kind]
	return typ, found
}

// byteTypes holds the datatypes for words that are not numbers, indexed by the size of a word in bytes. All
// ports share the datatypes, and Finalize frees them.
var byteTypes = map[uintptr]C.MPI_Datatype{}

func datatype[T any]() (C.MPI_Datatype, error) {
	if number, found := numberTypeOf[T](); found {
		return number.datatype, nil
	}
	size := unsafe.Sizeof(*new(T))
	typ, found := byteTypes[size]
	if found {
		return typ, nil
	}
	if size > math.MaxInt32 {
		return typ, fmt.Errorf("mpi: NewPort: words of %d bytes, want at most %d", size, math.MaxInt32)
	}
	err := mpiError("MPI_Type_contiguous", C.MPI_Type_contiguous(C.int(size), C.MPI_Datatype(C.MPI_BYTE),
		&typ))
	if err == nil {
		err = mpiError("MPI_Type_commit", C.MPI_Type_commit(&typ))
	}
	if err == nil {
		byteTypes[size] = typ
	}
	return typ, err
}
