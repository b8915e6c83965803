package mpi

// #cgo nocallback tc_vector_start
// #include "native_started.h"
// #include "vector.h"
import "C"

import (
	"strings"
	"unsafe"

	"topocoll/comm"
	"topocoll/plan"
)

// StartAllgatherv begins the library's call of Allgatherv: MPI_Iallgatherv. The layout is that of the call until it has ended.
func StartAllgatherv[T comm.Number](p *Port[T], layout Layout, x, result []T) (plan.Request, error) {
	return startVector(p, C.ALLGATHERV, 0, noOp, layout, layout, x, result)
}

// StartGatherv begins the library's call of Gatherv: MPI_Igatherv.
func StartGatherv[T comm.Number](p *Port[T], root int, layout Layout, x, result []T) (plan.Request, error) {
	return startVector(p, C.GATHERV, root, noOp, layout, layout, x, result)
}

// StartScatterv begins the library's call of Scatterv: MPI_Iscatterv.
func StartScatterv[T comm.Number](p *Port[T], root int, layout Layout, x, result []T) (plan.Request, error) {
	return startVector(p, C.SCATTERV, root, noOp, layout, layout, x, result)
}

// StartAlltoallv begins the library's call of Alltoallv: MPI_Ialltoallv.
func StartAlltoallv[T comm.Number](p *Port[T], sent, received Layout, x, result []T) (plan.Request, error) {
	return startVector(p, C.ALLTOALLV, 0, noOp, sent, received, x, result)
}

// StartReduceScatter begins the library's call of ReduceScatter: MPI_Ireduce_scatter.
func StartReduceScatter[T comm.Number](p *Port[T], op comm.Op[T], layout Layout, x, result []T) (plan.Request, error) {
	return startVector(p, C.REDUCE_SCATTER, 0, mpiOp(op), layout, layout, x, result)
}

// startVector begins a collective with counts once its operands fit. The library reads the counts until it has ended.
func startVector[T comm.Number](p *Port[T], function C.int, root int, op C.MPI_Op, sent, received Layout, x, result []T) (plan.Request, error) {
	f := &vectors[function]
	n, err := fit(p, f, root, op, &sent, &received, x, result)
	name, _ := strings.CutPrefix(f.function, "MPI_")
	r := &libraryRequest{port: &p.port, function: "MPI_I" + strings.ToLower(name)}
	if p.world.checked {
		err = r.compare(p.describe(f, typeName[T](), op, root, 0), err)
	}
	if err != nil {
		return nil, err
	}
	r.pins.Pin(unsafe.SliceData(x))
	r.pins.Pin(unsafe.SliceData(result))
	for _, list := range [][]C.int{sent.counts, sent.starts, received.counts, received.starts} {
		r.pins.Pin(unsafe.SliceData(list))
	}
	code := C.tc_vector_start(&r.c, p.c, function, pointer(x), unsafe.SliceData(sent.counts), unsafe.SliceData(sent.starts),
		pointer(result), unsafe.SliceData(received.counts), unsafe.SliceData(received.starts), C.int(n), op, C.int(root))
	if code != C.MPI_SUCCESS {
		r.pins.Unpin()
		return nil, failed(r.function, code)
	}
	r.active = true
	return r, nil
}
