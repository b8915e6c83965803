package mpi

// #cgo noescape tc_send
// #cgo nocallback tc_send
// #cgo noescape tc_recv
// #cgo nocallback tc_recv
// #cgo noescape tc_sendrecv
// #cgo nocallback tc_sendrecv
// #cgo noescape tc_probe
// #cgo nocallback tc_probe
// #cgo noescape tc_round4
// #cgo nocallback tc_round4
// #cgo nocallback tc_round
// #include "port.h"
import "C"

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"unsafe"

	"topocoll/comm"
)

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

func (p *port) wrongLength(call string) error {
	switch p.c.got {
	case C.MPI_UNDEFINED:
		return fmt.Errorf("%s: part of a word from %d, want %d words", call, p.c.peer, p.c.want)
	case C.TOO_LONG:
		return fmt.Errorf("%s: more words from %d, want %d", call, p.c.peer, p.c.want)
	}
	return fmt.Errorf("%s: %d words from %d, want %d", call, p.c.got, p.c.peer, p.c.want)
}

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
	if n := len(sends) + len(recvs); n > len(p.roundMessages) {
		parts := C.tc_round_messages(p.c, C.int(n))
		if parts == nil {
			p.roundMessages = nil // C has freed it
			return errors.New("mpi: Round: no memory for so many messages")
		}
		p.roundMessages = unsafe.Slice(parts, n)
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
	p.roundMessages[i] = C.message{data: C.uintptr_t(uintptr(unsafe.Pointer(first))), count: C.int(len(msg.Data)), peer: C.int(msg.Peer)}
}

func (p *port) unpin() {
	for i := range p.pins {
		p.pins[i].Unpin()
	}
}
