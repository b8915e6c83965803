package mpi

// #include "port.h"
// #include <mpi.h>
import "C"

import (
	"runtime"
	"slices"
	"unsafe"

	"topocoll/comm"
	"topocoll/internal/check"
	"topocoll/plan"
)

// A Port sends and receives words of type T on a world. Procedures and native collectives use the same
// communicator and datatype. A message costs one cgo call and no allocation. It has at most 2^31-1 words.
//
// T is a number, or another type without pointers, such as an array or a struct of numbers. Words that are
// not numbers are sent as bytes, so all hosts need the same byte order and alignment. Native collectives and
// operators accept only numbers; other words need an operator in Go: see comm.OpFunc.
//
// A Port is a comm.Port and a comm.AsyncPort. Send calls MPI_Send, so it may wait for the receive.
type Port[T any] struct {
	port
	programs plan.Cache[T]
}

// port is the part of a Port that does not depend on the element type.
type port struct {
	world   *World
	refusal error // the error if words of this type cannot be sent, else nil
	c       *C.port

	roundMessages []C.message      // for rounds with more than two messages in one direction; in C's memory
	pins          []runtime.Pinner // one for each element of roundMessages

	async  asyncTable
	maxTag int

	callsUntilYield int   // number of calls of yieldOccasionally before the one that calls yieldToScheduler
	lastYield       int64 // time of the last call of runtime.Gosched, in ns

	freePrograms func() // frees the programs
	overlapFrom  int    // threshold in bytes: see OverlapFrom
}

// maxPrefetch is the longest message, in bytes, for which a replay prefetches while it waits. Above the eager
// limit a prefetch saves no time, because the process then waits for a rendezvous.
const maxPrefetch = 4096

// NewPort returns the port of this process on w. The port's calls return an error if MPI is not running, and
// an ErrArgument if T contains pointers or has size 0.
func NewPort[T any](w *World) *Port[T] {
	if w == nil {
		w = &World{}
	}
	p := &Port[T]{port: port{world: w, refusal: check.Words[T]("mpi: NewPort"), overlapFrom: 4096}}
	if p.checkLive("mpi: NewPort") != nil {
		return p
	}
	var typ C.MPI_Datatype
	if typ, p.refusal = datatype[T](); p.refusal != nil {
		return p
	}
	p.c = C.tc_port_new(w.comm, typ)
	if p.c == nil {
		panic("mpi: NewPort: no memory for a port")
	}
	p.c.eager = maxPrefetch
	if limit := w.eager(); limit > 0 {
		p.c.eager = C.int(min(limit, maxPrefetch))
	}
	// non-blocking operations use the upper half of the tags: see tagSequence
	p.maxTag = w.maxTag()/2 - C.FIRST_TAG
	p.freePrograms = p.programs.Clear
	w.ports = append(w.ports, &p.port)
	return p
}

// Free frees the memory of p and of its programs. World.Free does so for every port of the world.
func (p *Port[T]) Free() {
	at := slices.Index(p.world.ports, &p.port)
	if at < 0 {
		return
	}
	p.freeMemory()
	p.world.ports = slices.Delete(p.world.ports, at, at+1)
	p.c, p.world = nil, &World{finalised: p.world.finalised, freed: true}
}

func (p *port) freeMemory() {
	p.freeOperations()
	p.freePrograms()
	C.tc_port_free(p.c)
	C.tc_trim_heap()
}

// Err returns nil if p can be used. If NewPort could not make a working port, or if the world is freed, Err
// returns the error that all calls of p return.
func (p *port) Err() error { return p.checkLive("mpi: NewPort") }

// World returns the world of p.
func (p *port) World() *World { return p.world }

// checkLive returns an error if words of this type cannot be sent, and otherwise the error that
// World.checkLive returns.
func (p *port) checkLive(call string) error {
	if p.refusal != nil {
		return p.refusal
	}
	return p.world.checkLive(call)
}

// Rank returns the rank of this process, 0 <= Rank < Size.
func (p *port) Rank() int { return p.world.Rank }

// Size returns the number of processes.
func (p *port) Size() int { return p.world.Size }

var _ comm.AsyncPort[float64] = (*Port[float64])(nil)
var _ plan.Loader[float64] = (*Port[float64])(nil)

// yieldOccasionally calls yieldToScheduler on every 17th call.
func (p *port) yieldOccasionally() {
	if p.callsUntilYield--; p.callsUntilYield < 0 {
		p.yieldToScheduler()
	}
}

// pointer returns the address of x, which may be empty. The address is a *C.char, because for a void pointer
// cgo would check the whole object that contains x.
func pointer[T any](x []T) *C.char { return (*C.char)(unsafe.Pointer(unsafe.SliceData(x))) }

// yieldToScheduler calls Go's scheduler every few ms. If a goroutine does nothing but call C for 10 ms, Go's
// monitor thread assumes that the goroutine blocks its thread. The monitor then wakes every 20 µs, takes the
// goroutine's P (processor in Go's scheduler) and gives it to another thread. If ranks are bound to cores,
// that thread runs on the same core. This competition cost a tenth of the time of a 256 KiB message. A second
// P is needed as well, because a call of more than 20 µs would lose the only P: see Init.
func (p *port) yieldToScheduler() {
	const (
		calls    = 16        // calls between clock readings; a reading takes as long as a short message
		interval = 4_000_000 // minimum time between calls of runtime.Gosched, in ns
	)
	p.callsUntilYield = calls
	if now := Now(); now-p.lastYield > interval {
		p.lastYield = now
		runtime.Gosched()
	}
}

// Hosts returns the number of each rank's host: see World.Hosts.
func (p *port) Hosts() []int { return p.world.Hosts() }
