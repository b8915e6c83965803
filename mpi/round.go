package mpi

// #cgo noescape tc_round4
// #cgo nocallback tc_round4
// #cgo nocallback tc_round
// #include "port.h"
import "C"

import (
	"errors"
	"runtime"
	"unsafe"

	"topocoll/comm"
)

// Round is one communication step: all sends and receives are in flight at once, and it returns when
// all are complete (MPI_Irecv, MPI_Isend and MPI_Wait, in one cgo call). Up to two messages each way
// are plain arguments; more are pinned in an array, which costs several times as much.
func (p *Port[T]) Round(sends, recvs []comm.Message[T]) error {
	for _, list := range [...][]comm.Message[T]{sends, recvs} {
		for _, msg := range list {
			if err := p.ready("mpi: Round", msg.Peer, len(msg.Data)); err != nil {
				return err
			}
		}
	}
	if len(sends) == 0 && len(recvs) == 0 {
		return p.world.live("mpi: Round")
	}
	var out, in [2]comm.Message[T]
	if len(sends) > len(out) || len(recvs) > len(in) {
		return p.roundOfMany(sends, recvs)
	}
	copy(out[:], sends)
	copy(in[:], recvs)
	return p.result("mpi: Round", "MPI_Wait", C.tc_round4(p.c,
		C.int(len(sends)),
		pointer(out[0].Data), C.int(len(out[0].Data)), C.int(out[0].Peer),
		pointer(out[1].Data), C.int(len(out[1].Data)), C.int(out[1].Peer),
		C.int(len(recvs)),
		pointer(in[0].Data), C.int(len(in[0].Data)), C.int(in[0].Peer),
		pointer(in[1].Data), C.int(len(in[1].Data)), C.int(in[1].Peer)))
}

func (p *Port[T]) roundOfMany(sends, recvs []comm.Message[T]) error {
	if n := len(sends) + len(recvs); n > len(p.parts) {
		parts := C.tc_parts(p.c, C.int(n))
		if parts == nil {
			p.parts = nil // C has freed it
			return errors.New("mpi: Round: no memory for so many messages")
		}
		p.parts = unsafe.Slice(parts, n)
		p.pins = make([]runtime.Pinner, n)
	}
	defer p.unpin()
	for i, msg := range recvs {
		p.pin(i, msg)
	}
	for i, msg := range sends {
		p.pin(len(recvs)+i, msg)
	}
	return p.result("mpi: Round", "MPI_Wait", C.tc_round(p.c, C.int(len(sends)), C.int(len(recvs))))
}

// pin makes msg part i of C's array. The address is a number there: Go's collector must not take what
// it finds in old parts for pointers. A Pinner of several pointers would allocate.
func (p *Port[T]) pin(i int, msg comm.Message[T]) {
	first := unsafe.SliceData(msg.Data)
	p.pins[i].Pin(first)
	p.parts[i] = C.part{data: C.uintptr_t(uintptr(unsafe.Pointer(first))), count: C.int(len(msg.Data)), peer: C.int(msg.Peer)}
}

func (p *port) unpin() {
	for i := range p.pins {
		p.pins[i].Unpin()
	}
}
