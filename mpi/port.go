package mpi

// #cgo noescape tc_send
// #cgo nocallback tc_send
// #cgo noescape tc_recv
// #cgo nocallback tc_recv
// #cgo noescape tc_sendrecv
// #cgo nocallback tc_sendrecv
// #cgo noescape tc_probe
// #cgo nocallback tc_probe
// #include "port.h"
import "C"

import (
	"fmt"
	"math"
	"runtime"
	"slices"

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

	parts []C.part // C's array for the rounds of many messages, and what is pinned for each
	pins  []runtime.Pinner

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

// Send sends x to process to: MPI_Send.
func (p *Port[T]) Send(to int, x []T) error {
	if err := p.ready("mpi: Send", to, len(x)); err != nil {
		return err
	}
	return p.result("mpi: Send", "MPI_Send", C.tc_send(p.c, pointer(x), C.int(len(x)), C.int(to)))
}

// Recv fills x with the next message from process from, which must have len(x) words: MPI_Recv. Any other
// length is an error, of this and of all calls that receive. Of a message that is too long for x and
// for the eager limit Open MPI 4.1 may write the rest past the end of x all the same.
func (p *Port[T]) Recv(from int, x []T) error {
	if err := p.ready("mpi: Recv", from, len(x)); err != nil {
		return err
	}
	return p.result("mpi: Recv", "MPI_Recv", C.tc_recv(p.c, pointer(x), C.int(len(x)), C.int(from)))
}

// SendRecv sends out to process to while it fills in from process from: MPI_Sendrecv.
func (p *Port[T]) SendRecv(to int, out []T, from int, in []T) error {
	if err := p.ready("mpi: SendRecv", to, len(out)); err != nil {
		return err
	}
	if err := p.ready("mpi: SendRecv", from, len(in)); err != nil {
		return err
	}
	return p.result("mpi: SendRecv", "MPI_Sendrecv", C.tc_sendrecv(p.c, pointer(out), C.int(len(out)), C.int(to), pointer(in), C.int(len(in)), C.int(from)))
}

// Arrived reports whether a message from process from can be received: MPI_Iprobe.
func (p *port) Arrived(from int) (bool, error) {
	if err := p.ready("mpi: Arrived", from, 0); err != nil {
		return false, err
	}
	var here C.int
	code := C.tc_probe(p.c, C.int(from), &here)
	return here != 0, p.result("mpi: Arrived", "MPI_Iprobe", code)
}

// ready refuses a message that MPI would read as something else: to or from a process there is not, or
// of more words than its int counts.
func (p *port) ready(call string, peer, n int) error {
	if err := p.world.live(call); err != nil {
		return err
	}
	if uint(peer) >= uint(p.world.Size) {
		return fmt.Errorf("%s: no process %d, want 0..%d", call, peer, p.world.Size-1)
	}
	return checkCount(call, n)
}

func checkCount(call string, n int) error {
	if n > math.MaxInt32 {
		return fmt.Errorf("%s: a message of %d words, want at most %d", call, n, math.MaxInt32)
	}
	return nil
}

// result is the error of a call that returned code; native is the MPI function behind it.
func (p *port) result(call, native string, code C.int) error {
	switch code {
	case C.MPI_SUCCESS:
		p.mayRest()
		return nil
	case C.WRONG_LENGTH:
		return p.wrongLength(call)
	}
	return failed(native, code)
}

// mayRest rests now and then: see rest.
func (p *port) mayRest() {
	if p.untilLook--; p.untilLook < 0 {
		p.rest()
	}
}

func (p *port) wrongLength(call string) error {
	switch p.c.got {
	case C.MPI_UNDEFINED:
		return fmt.Errorf("%s: part of a word from %d, want %d words", call, p.c.peer, p.c.want)
	case C.TOO_LONG:
		return fmt.Errorf("%s: more words from %d, want %d", call, p.c.peer, p.c.want)
	}
	return fmt.Errorf("%s: %d words from %d, want %d", call, p.c.got, p.c.peer, p.c.want)
}

var _ comm.AsyncPort[float64] = (*Port[float64])(nil)
var _ plan.Loader[float64] = (*Port[float64])(nil)
