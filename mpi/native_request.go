package mpi

// #cgo nocallback tc_library_start
// #cgo nocallback tc_library_restart
// #cgo nocallback tc_library_test
// #cgo nocallback tc_library_wait
// #cgo nocallback tc_library_start_vector
// #include "native_request.h"
import "C"

import (
	"errors"
	"runtime"
	"strings"
	"unsafe"

	"topocoll/comm"
	"topocoll/plan"
)

// A Collective identifies a collective of the library for LibraryStart and LibraryInit.
type Collective int

// The collectives of the library. Their operands are as in Barrier, Bcast and so on.
const (
	LibraryBarrier            Collective = C.BARRIER
	LibraryBcast              Collective = C.BCAST
	LibraryGather             Collective = C.GATHER
	LibraryScatter            Collective = C.SCATTER
	LibraryAllgather          Collective = C.ALLGATHER
	LibraryAlltoall           Collective = C.ALLTOALL
	LibraryReduce             Collective = C.REDUCE
	LibraryAllreduce          Collective = C.ALLREDUCE
	LibraryReduceScatterBlock Collective = C.REDUCE_SCATTER_BLOCK
	LibraryScan               Collective = C.SCAN
	LibraryExscan             Collective = C.EXSCAN
	LibraryShift              Collective = C.SHIFT
)

// Operands holds the arguments of a collective. A collective uses only the fields that it needs, and ignores
// the other fields.
type Operands[T any] struct {
	Root, Distance int
	Op             comm.Op[T]
	X, Result      []T
}

// Persistent reports whether the library has working persistent collectives, as Open MPI 4 and later do.
func Persistent() bool { return C.TC_PERSISTENT != 0 }

// LibraryStart starts a non-blocking collective of the library: MPI_Ibcast and so on. A shift is MPI_Irecv
// and MPI_Isend on a periodic Cartesian communicator. Only MPI calls make progress on the request.
func LibraryStart[T comm.Number](p *Port[T], f Collective, a Operands[T]) (plan.Request, error) {
	r := &libraryRequest{port: &p.port}
	if err := beginLibraryCall(p, r, f, 0, a); err != nil {
		return nil, err
	}
	r.activate()
	return r, nil
}

// LibraryInit initializes a persistent collective of the library, without starting it: MPI_Bcast_init and so
// on. A shift is MPI_Recv_init and MPI_Send_init. All processes must call LibraryInit in the same order.
func LibraryInit[T comm.Number](p *Port[T], f Collective, a Operands[T]) (plan.Request, error) {
	if !Persistent() {
		return nil,
			errors.New("mpi: LibraryInit: this MPI library has no persistent collectives; " +
				"use Open MPI 4 or later")
	}
	r := &libraryRequest{port: &p.port, persistent: true}
	return r, beginLibraryCall(p, r, f, 1, a)
}

// A libraryRequest is the plan.Request of a collective of the library.
type libraryRequest struct {
	port       *port
	c          C.library_call
	function   string
	pins       runtime.Pinner
	persistent bool
	active     bool
	comparison *comparison // compares this call with the other ranks' calls; nil without Checked

	// The requests whose operands are pinned form a list. The list keeps a request that the program has dropped
	// from the garbage collector, which would end the program because of the pins.
	next, previous *libraryRequest
}

var (
	pinnedRequests        *libraryRequest // the first request of the list
	activeLibraryRequests int             // number of requests that are started but not complete
)

// keepPinned records that the operands are pinned, until unpin is called.
func (r *libraryRequest) keepPinned() {
	r.next = pinnedRequests
	if r.next != nil {
		r.next.previous = r
	}
	pinnedRequests = r
}

func (r *libraryRequest) unpin() {
	r.pins.Unpin()
	switch {
	case r.previous != nil:
		r.previous.next = r.next
	case pinnedRequests == r:
		pinnedRequests = r.next
	}
	if r.next != nil {
		r.next.previous = r.previous
	}
	r.next, r.previous = nil, nil
}

func (r *libraryRequest) activate() {
	r.active = true
	activeLibraryRequests++
}

// compare compares a call across the ranks. If a non-blocking call differs between the ranks, Wait or Test
// returns the error.
func (r *libraryRequest) compare(call comm.Call, refusal error) error {
	w := r.port.world
	switch {
	case w.checkLive(call.Name) != nil:
		return refusal
	case r.persistent:
		return w.compareCalls(call, refusal)
	}
	var err error
	if r.comparison, err = w.beginComparison(call, refusal); err != nil {
		return err
	}
	r.comparison.callHasBegun = true
	return refusal
}

// beginLibraryCall checks the operands, then starts a non-blocking collective or initializes a persistent
// one.
func beginLibraryCall[T comm.Number](p *Port[T], r *libraryRequest, f Collective, persistent C.int,
	a Operands[T]) error {
	function, op := &equalBlockFunctions[f], mpiOp(a.Op)
	name, _ := strings.CutPrefix(function.mpiName, "MPI_")
	switch {
	case f == LibraryShift:
		r.function = "MPI_Isend"
	case persistent != 0:
		r.function = "MPI_" + name + "_init"
	default:
		r.function = "MPI_I" + strings.ToLower(name)
	}
	n, err := p.blockLength(function, a.Root, op, a.X, a.Result)
	if p.world.checked {
		call := p.describeCall(function, typeName[T](), op, a.Root, n)
		if f == LibraryShift {
			call = p.describeShift(a.Distance, typeName[T](), n)
		}
		err = r.compare(call, err)
	}
	if err == nil && f == LibraryShift {
		err = p.world.ensureRingComm()
	}
	if err != nil {
		return err
	}
	r.pins.Pin(unsafe.SliceData(a.X))
	r.pins.Pin(unsafe.SliceData(a.Result))
	r.keepPinned()
	code := C.tc_library_start(&r.c, p.c, C.int(f), persistent, pointer(a.X), pointer(a.Result), C.int(n), op,
		C.int(a.Root), p.world.ringComm, C.int(a.Distance%max(1, p.Size())))
	if code != C.MPI_SUCCESS {
		r.unpin()
	}
	return mpiError(r.function, code)
}

// Start calls MPI_Startall.
func (r *libraryRequest) Start() error {
	if !r.persistent || r.active {
		return errors.New("mpi: Start: the request is active or not persistent; " +
			"use an inactive request from LibraryInit")
	}
	if err := r.port.checkLive("mpi: Start"); err != nil {
		return err
	}
	r.activate()
	return mpiError("MPI_Startall", C.tc_library_restart(&r.c))
}

// Test calls MPI_Testall.
func (r *libraryRequest) Test() (over bool, err error) {
	if !r.active {
		return true, nil
	}
	if r.comparison != nil {
		if over, err := r.comparison.test(); !over || err != nil {
			return over, r.abandon(err)
		}
	}
	var completed C.int
	if code := C.tc_library_test(&r.c, &completed); code != C.MPI_SUCCESS || completed != 0 {
		r.deactivate()
		return true, mpiError("MPI_Testall", code)
	}
	r.port.yieldOccasionally()
	return false, nil
}

// Wait calls MPI_Waitall.
func (r *libraryRequest) Wait() error {
	if !r.active {
		return nil
	}
	if r.comparison != nil {
		if err := r.comparison.wait(); err != nil {
			return r.abandon(err)
		}
	}
	code := C.tc_library_wait(&r.c)
	r.deactivate()
	if code == C.MPI_SUCCESS {
		r.port.yieldOccasionally()
	}
	return mpiError("MPI_Waitall", code)
}

// abandon ends a call if its comparison has returned an error. The library may still use the operands, so
// they stay pinned.
func (r *libraryRequest) abandon(err error) error {
	if err != nil {
		r.active = false
		activeLibraryRequests--
	}
	return err
}

func (r *libraryRequest) deactivate() {
	r.active = false
	activeLibraryRequests--
	if !r.persistent {
		r.unpin()
	}
}

// Free calls MPI_Request_free for a persistent request. The request must not be active.
func (r *libraryRequest) Free() error {
	if r.active {
		return errors.New("mpi: Free: the request is still active; call Wait first")
	}
	if *r.port.world.finalised {
		return r.port.checkLive("mpi: Free")
	}
	r.unpin()
	return mpiError("MPI_Request_free", C.tc_library_free(&r.c))
}

// StartAllgatherv starts a non-blocking Allgatherv: MPI_Iallgatherv. Do not change the layout until the call
// is complete.
func StartAllgatherv[T comm.Number](p *Port[T], layout Layout, x, result []T) (plan.Request, error) {
	return startVector(p, C.ALLGATHERV, 0, noMPIOp, layout, layout, x, result)
}

// StartGatherv starts a non-blocking Gatherv: MPI_Igatherv.
func StartGatherv[T comm.Number](p *Port[T], root int, layout Layout, x, result []T) (plan.Request, error) {
	return startVector(p, C.GATHERV, root, noMPIOp, layout, layout, x, result)
}

// StartScatterv starts a non-blocking Scatterv: MPI_Iscatterv.
func StartScatterv[T comm.Number](p *Port[T], root int, layout Layout, x, result []T) (plan.Request, error) {
	return startVector(p, C.SCATTERV, root, noMPIOp, layout, layout, x, result)
}

// StartAlltoallv starts a non-blocking Alltoallv: MPI_Ialltoallv.
func StartAlltoallv[T comm.Number](p *Port[T], sent, received Layout, x, result []T) (plan.Request, error) {
	return startVector(p, C.ALLTOALLV, 0, noMPIOp, sent, received, x, result)
}

// StartReduceScatter starts a non-blocking ReduceScatter: MPI_Ireduce_scatter.
func StartReduceScatter[T comm.Number](p *Port[T], op comm.Op[T], layout Layout, x, result []T) (plan.Request,
	error) {
	return startVector(p, C.REDUCE_SCATTER, 0, mpiOp(op), layout, layout, x, result)
}

// startVector starts a non-blocking v-collective if its operands have the right lengths. It pins the counts,
// because the library reads them until the call is complete.
func startVector[T comm.Number](p *Port[T], function C.int, root int, op C.MPI_Op, sent, received Layout, x,
	result []T) (plan.Request, error) {
	f := &vectorFunctions[function]
	n, err := checkVector(p, f, root, op, &sent, &received, x, result)
	name, _ := strings.CutPrefix(f.mpiName, "MPI_")
	r := &libraryRequest{port: &p.port, function: "MPI_I" + strings.ToLower(name)}
	if p.world.checked {
		err = r.compare(p.describeCall(f, typeName[T](), op, root, 0), err)
	}
	if err != nil {
		return nil, err
	}
	r.pins.Pin(unsafe.SliceData(x))
	r.pins.Pin(unsafe.SliceData(result))
	for _, list := range [][]C.int{sent.counts, sent.starts, received.counts, received.starts} {
		r.pins.Pin(unsafe.SliceData(list))
	}
	r.keepPinned()
	code := C.tc_library_start_vector(&r.c, p.c, function, pointer(x), unsafe.SliceData(sent.counts),
		unsafe.SliceData(sent.starts),
		pointer(result), unsafe.SliceData(received.counts), unsafe.SliceData(received.starts), C.int(n), op,
		C.int(root))
	if code != C.MPI_SUCCESS {
		r.unpin()
		return nil, mpiError(r.function, code)
	}
	r.activate()
	return r, nil
}
