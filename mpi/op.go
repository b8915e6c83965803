package mpi

// #cgo noescape tc_reduce_local
// #cgo nocallback tc_reduce_local
// #cgo noescape tc_loop
// #cgo nocallback tc_loop
// #include "op.h"
import "C"

import (
	"fmt"
	"slices"
	"unsafe"

	"topocoll/comm"
)

// The operators from Sum to Bxor can be used in procedures and in native collectives. All of them commute.
// The field Handle of these operators is a C.reduction. Procedures combine all words as Go does. Native
// collectives may combine some words differently.

// Sum returns the operator for addition: MPI_SUM. When a sum of words of 8 or 16 bits overflows in a native
// collective, the result depends on the library. Open MPI 4.1.4 wraps around for few words and saturates for
// many.
func Sum[T comm.Number]() comm.Op[T] { return predefined[T]("sum", C.MPI_SUM) }

// Prod returns the operator for multiplication: MPI_PROD.
func Prod[T comm.Number]() comm.Op[T] { return predefined[T]("prod", C.MPI_PROD) }

// Max returns the operator for the maximum: MPI_MAX. In a procedure, the maximum of NaN and any number is
// NaN, and -0 is less than +0, as in Go. MPI does not define the result of a native collective for NaN.
// Native collectives of MPICH 4.0.2 compare unsigned words as signed numbers.
func Max[T comm.Ordered]() comm.Op[T] { return predefined[T]("max", C.MPI_MAX) }

// Min returns the operator for the minimum: MPI_MIN. See Max about NaN and MPICH.
func Min[T comm.Ordered]() comm.Op[T] { return predefined[T]("min", C.MPI_MIN) }

// Land returns the operator for the logical and, with result 1 or 0: MPI_LAND.
func Land[T Integer]() comm.Op[T] { return predefined[T]("land", C.MPI_LAND) }

// Lor returns the operator for the logical or, with result 1 or 0: MPI_LOR.
func Lor[T Integer]() comm.Op[T] { return predefined[T]("lor", C.MPI_LOR) }

// Lxor returns the operator for the logical exclusive or, with result 1 or 0: MPI_LXOR.
func Lxor[T Integer]() comm.Op[T] { return predefined[T]("lxor", C.MPI_LXOR) }

// Band returns the operator for the bitwise and: MPI_BAND.
func Band[T Integer]() comm.Op[T] { return predefined[T]("band", C.MPI_BAND) }

// Bor returns the operator for the bitwise or: MPI_BOR.
func Bor[T Integer]() comm.Op[T] { return predefined[T]("bor", C.MPI_BOR) }

// Bxor returns the operator for the bitwise exclusive or: MPI_BXOR.
func Bxor[T Integer]() comm.Op[T] { return predefined[T]("bxor", C.MPI_BXOR) }

// noMPIOp is the result of mpiOp for an operator without an MPI_Op.
var noMPIOp C.MPI_Op

// mpiOp returns the MPI_Op of an operator, or noMPIOp if it has none.
func mpiOp[T any](op comm.Op[T]) C.MPI_Op {
	h, _ := op.Handle.(C.reduction)
	return h.op
}

// opName returns the name of an operator of this package, or "" for any other MPI_Op.
func opName(op C.MPI_Op) string {
	for _, known := range [...]struct {
		op   C.MPI_Op
		name string
	}{
		{C.MPI_SUM, "sum"}, {C.MPI_PROD, "prod"}, {C.MPI_MAX, "max"}, {C.MPI_MIN, "min"}, {C.MPI_LAND,
			"land"}, {C.MPI_LOR, "lor"},
		{C.MPI_LXOR, "lxor"}, {C.MPI_BAND, "band"}, {C.MPI_BOR, "bor"}, {C.MPI_BXOR, "bxor"}, {C.tc_affine,
			"affine"},
	} {
		if op == known.op {
			return known.name
		}
	}
	return ""
}

// predefined returns the operator for an MPI_Op. Apply calls MPI_Reduce_local, unless its results differ from
// those of Go. Apply takes three operands, unlike MPI_Reduce_local. It panics if MPI is not running, because
// it cannot return an error.
func predefined[T comm.Number](name string, native C.MPI_Op) comm.Op[T] {
	typ, _ := numberTypeOf[T]()
	loop := loopOf[T](name)
	inC := C.reduction{op: native, loop: loop, commutes: 1}
	if loop >= 0 && libraryDiffers[loop] {
		return comm.Op[T]{Name: name, Commutative: true, Handle: inC, Apply: func(dst, a, b []T) {
			C.tc_loop(loop, pointer(dst), pointer(a), pointer(b), C.int64_t(len(dst)))
		}}
	}
	return comm.Op[T]{Name: name, Commutative: true, Handle: inC, Apply: func(dst, a, b []T) {
		in, inout := a, dst
		switch onto := unsafe.SliceData(dst); {
		case onto == unsafe.SliceData(b) && onto == unsafe.SliceData(a):
			in = slices.Clone(a) // MPICH returns an error if operands overlap
		case onto == unsafe.SliceData(b):
		case onto == unsafe.SliceData(a):
			in = b // the operator commutes
		default:
			copy(dst, b)
		}
		const maxWords = 1 << 30 // maximum number of words in one call; fits in MPI's int
		for ; len(inout) > 0; in, inout = in[min(maxWords, len(in)):], inout[min(maxWords, len(inout)):] {
			n := min(maxWords, len(inout))
			if code := C.tc_reduce_local(pointer(in[:n]), pointer(inout), C.int(n), typ.datatype,
				native); code != C.MPI_SUCCESS {
				panic(fmt.Sprintf("mpi: %s: MPI_Reduce_local failed with code %d, or MPI is not running", name, code))
			}
		}
	}}
}

// libraryDiffers holds the result of tc_library_differs for every loop, so that the functions that return
// operators do not call C.
var libraryDiffers = func() (differs [C.COMBINE_OPS * C.COMBINE_TYPES]bool) {
	for loop := range differs {
		differs[loop] = C.tc_library_differs(C.int(loop)) != 0
	}
	return differs
}()

// loopOf returns the index in tc_loops of an operator's loop for words of T, or -1.
func loopOf[T comm.Number](name string) C.int {
	op, known := map[string]C.int{"sum": C.OP_SUM, "prod": C.OP_PROD, "max": C.OP_MAX, "min": C.OP_MIN}[name]
	typ, number := numberTypeOf[T]()
	if !known || !number {
		return -1
	}
	return op*C.COMBINE_TYPES + typ.loopColumn
}

// Affine returns the operator that composes two maps x -> a·x + b of the integers modulo 2^32. A map is
// packed into a word as a·2^32 + b. The map of the lower label is applied first. Affine is associative but
// not commutative, so it shows whether a reduction preserves label order. Native collectives accept Affine
// too, because Init creates an MPI_Op for it. Call Affine only after Init.
func Affine() comm.Op[uint64] {
	return comm.Op[uint64]{Name: "affine", Handle: C.reduction{op: C.tc_affine, loop: -1}, Apply: func(dst, f,
		g []uint64) {
		for j := range dst {
			dst[j] = composeAffine(f[j], g[j])
		}
	}}
}

// composeAffine returns the map x -> g(f(x)) = ga·(fa·x + fb) + gb.
func composeAffine(f, g uint64) uint64 {
	fa, fb := uint32(f>>32), uint32(f)
	ga, gb := uint32(g>>32), uint32(g)
	return uint64(ga*fa)<<32 | uint64(ga*fb+gb)
}
