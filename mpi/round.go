package mpi

// #cgo noescape tc_round4
// #cgo nocallback tc_round4
// #cgo nocallback tc_round
// #include "port.h"
import "C"

import (
	"errors"
	"unsafe"

	"topocoll/comm"
)

// Round is one communication step: all sends and receives are in flight at once, and it returns when
// all are complete (MPI_Irecv, MPI_Isend and MPI_Wait, in one cgo call). Up to two messages each way
// are plain arguments; more are pinned in an array, which costs several times as much.
func (p *Port[T]) Round(sends, recvs []comm.Message[T]) error {
	for _, msg := range sends {
		if err := p.ready("Round", msg.Peer, len(msg.Data)); err != nil {
			return err
		}
	}
	for _, msg := range recvs {
		if err := p.ready("Round", msg.Peer, len(msg.Data)); err != nil {
			return err
		}
	}
	if len(sends) == 0 && len(recvs) == 0 {
		return p.world.live("Round")
	}
	var out, in [2]comm.Message[T]
	if len(sends) > len(out) || len(recvs) > len(in) {
		return p.roundOfMany(sends, recvs)
	}
	copy(out[:], sends)
	copy(in[:], recvs)
	return p.result("Round", "MPI_Wait", C.tc_round4(p.c,
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
			return errors.New("mpi: Round: no memory for so many messages")
		}
		p.parts = unsafe.Slice(parts, n)
	}
	defer p.pins.Unpin()
	for i, msg := range recvs {
		p.parts[i] = p.pinned(msg)
	}
	for i, msg := range sends {
		p.parts[len(recvs)+i] = p.pinned(msg)
	}
	return p.result("Round", "MPI_Wait", C.tc_round(p.c, C.int(len(sends)), C.int(len(recvs))))
}

// pinned is msg for C's array. The address is a number there: Go's collector must not take what it
// finds in old parts for pointers.
func (p *Port[T]) pinned(msg comm.Message[T]) C.part {
	first := unsafe.SliceData(msg.Data)
	p.pins.Pin(first)
	return C.part{data: C.uintptr_t(uintptr(unsafe.Pointer(first))), count: C.int(len(msg.Data)), peer: C.int(msg.Peer)}
}
