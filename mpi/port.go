package mpi

// #include "port.h"
// #include <mpi.h>
import "C"

import (
	"reflect"
	"runtime"
	"slices"
	"unsafe"

	"topocoll/comm"
	"topocoll/plan"
)

// A Port is this process's end of a world for messages of T. It is a comm.Port and a comm.AsyncPort;
// the procedures and the native collectives run on it with the same communicator and datatype. A
// message costs one cgo call and no allocation; Send is MPI_Send and may or may not wait for its
// receiver. Messages have at most 2^31-1 words.
type Port[T comm.Number] struct {
	port
	programs plan.Cache[T]
}

// port is what does not depend on the element type.
type port struct {
	world *World
	c     *C.port
	typ   C.MPI_Datatype

	roundMessages []C.message // C's array for the rounds of many messages, and what is pinned for each
	pins          []runtime.Pinner

	started table
	maxTag  int

	untilLook int   // calls before rest looks at the clock
	rested    int64 // when it last let go

	clear       func() // frees the programs
	overlapFrom int    // see OverlapFrom
}

// mostTouched is how many bytes of what comes next a replay fetches before it waits. Beyond the eager limit that is in vain: the wait is
// for an announcement.
const mostTouched = 4096

// NewPort is the port of this process in w. Until w is live its calls are refused.
func NewPort[T comm.Number](w *World) *Port[T] {
	if w == nil {
		w = &World{}
	}
	p := &Port[T]{port: port{world: w, typ: datatype[T](), overlapFrom: 4096}}
	if w.live("mpi: NewPort") != nil {
		return p
	}
	p.c = C.tc_port_new(w.comm, p.typ)
	if p.c == nil {
		panic("mpi: NewPort: no memory for a port")
	}
	p.c.eager = mostTouched
	if limit := w.eager(); limit > 0 {
		p.c.eager = C.int(min(limit, mostTouched))
	}
	p.maxTag = w.maxTag()/2 - C.FIRST_TAG // the others are for started calls: see numbered
	p.clear = p.programs.Clear
	w.ports = append(w.ports, &p.port)
	return p
}

// Free gives the memory of p and of its programs back. It is also freed with its world.
func (p *Port[T]) Free() {
	at := slices.Index(p.world.ports, &p.port)
	if at < 0 {
		return
	}
	p.abandon()
	p.clear()
	C.tc_port_free(p.c)
	p.world.ports = slices.Delete(p.world.ports, at, at+1)
	p.c, p.world = nil, &World{finalised: p.world.finalised, freed: true}
}

// World is the communicator of p.
func (p *port) World() *World { return p.world }

// Rank returns the number of this process, 0 <= Rank < Size.
func (p *port) Rank() int { return p.world.Rank }

// Size returns the number of processes.
func (p *port) Size() int { return p.world.Size }

var _ comm.AsyncPort[float64] = (*Port[float64])(nil)
var _ plan.Loader[float64] = (*Port[float64])(nil)

// mayRest rests now and then: see rest.
func (p *port) mayRest() {
	if p.untilLook--; p.untilLook < 0 {
		p.rest()
	}
}

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

// rest goes through Go's scheduler every few ms. A goroutine that does nothing but call C for 10 ms counts
// as one that hogs its thread: from then on the runtime's monitor wakes every 20 µs, takes its P away and
// hands it to another thread, on the same core where ranks are bound to cores. That was a tenth of the time
// of a 256 KiB message. It also needs a second P, or any call of more than 20 µs loses its only one: see
// Init.
func (p *port) rest() {
	const (
		calls = 16        // between looks at the clock, which cost as much as a short message
		often = 4_000_000 // ns
	)
	p.untilLook = calls
	if now := Now(); now-p.rested > often {
		p.rested = now
		runtime.Gosched()
	}
}
