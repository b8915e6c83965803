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
	"topocoll/internal/check"
)

// Send sends x to rank `to`, with MPI_Send.
func (p *Port[T]) Send(to int, x []T) error {
	if err := p.checkMessage("mpi: Send", to, len(x)); err != nil {
		return err
	}
	return p.messageError("mpi: Send", "MPI_Send", C.tc_send(p.c, pointer(x), C.int(len(x)), C.int(to)))
}

// Recv receives the next message from rank `from` into x, with MPI_Recv. The message must have len(x) words.
// In this and every other receiving call, a message of any other length is an error. If a message is longer
// than both x and the eager limit, Open MPI 4.1 may write beyond the end of x.
func (p *Port[T]) Recv(from int, x []T) error {
	if err := p.checkMessage("mpi: Recv", from, len(x)); err != nil {
		return err
	}
	return p.messageError("mpi: Recv", "MPI_Recv", C.tc_recv(p.c, pointer(x), C.int(len(x)), C.int(from)))
}

// SendRecv sends `out` to rank `to`, and receives `in` from rank `from`, with MPI_Sendrecv.
func (p *Port[T]) SendRecv(to int, out []T, from int, in []T) error {
	if err := p.checkMessage("mpi: SendRecv", to, len(out)); err != nil {
		return err
	}
	if err := p.checkMessage("mpi: SendRecv", from, len(in)); err != nil {
		return err
	}
	return p.messageError("mpi: SendRecv", "MPI_Sendrecv", C.tc_sendrecv(p.c, pointer(out), C.int(len(out)),
		C.int(to), pointer(in), C.int(len(in)), C.int(from)))
}

// Arrived reports whether a message from rank `from` has arrived and can be received. It calls MPI_Iprobe.
func (p *port) Arrived(from int) (bool, error) {
	if err := p.checkMessage("mpi: Arrived", from, 0); err != nil {
		return false, err
	}
	var here C.int
	code := C.tc_probe(p.c, C.int(from), &here)
	return here != 0, p.messageError("mpi: Arrived", "MPI_Iprobe", code)
}

// checkMessage returns an error if rank `peer` does not exist, or if the length n exceeds MPI's int. MPI
// could interpret a negative rank as a special value, such as MPI_ANY_SOURCE.
func (p *port) checkMessage(call string, peer, n int) error {
	if err := p.checkLive(call); err != nil {
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

// messageError converts the result of the MPI function `native` to an error of the function `call`.
func (p *port) messageError(call, native string, code C.int) error {
	switch code {
	case C.MPI_SUCCESS:
		p.yieldOccasionally()
		return nil
	case C.WRONG_LENGTH:
		return p.lengthError(call)
	}
	return mpiError(native, code)
}

func (p *port) lengthError(call string) error {
	got := check.FormatCount(int(p.c.got), "word")
	switch p.c.got {
	case C.MPI_UNDEFINED:
		got = "part of a word"
	case C.TOO_LONG:
		got = "too many words"
	}
	return &check.LengthError{Call: call, Fact: fmt.Sprintf("got %s from rank %d, want %d", got, p.c.peer,
		p.c.want)}
}

// Round performs one communication step: it begins all receives and sends, and returns when all are complete.
// It calls MPI_Irecv, MPI_Isend and MPI_Wait in one cgo call. If there are more than two sends or more than
// two receives, Round pins every buffer and lists the messages in a C array. The call then takes several
// times as long.
func (p *Port[T]) Round(sends, recvs []comm.Message[T]) error {
	for _, list := range [...][]comm.Message[T]{sends, recvs} {
		for _, msg := range list {
			if err := p.checkMessage("mpi: Round", msg.Peer, len(msg.Data)); err != nil {
				return err
			}
		}
	}
	if len(sends) == 0 && len(recvs) == 0 {
		return p.checkLive("mpi: Round")
	}
	var out, in [2]comm.Message[T]
	if len(sends) > len(out) || len(recvs) > len(in) {
		return p.roundOfMany(sends, recvs)
	}
	copy(out[:], sends)
	copy(in[:], recvs)
	return p.messageError("mpi: Round", "MPI_Wait", C.tc_round4(p.c,
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
			p.roundMessages = nil // C has freed the old array
			return errors.New("mpi: Round: no memory for the list of messages")
		}
		p.roundMessages = unsafe.Slice(parts, n)
		p.pins = make([]runtime.Pinner, n)
	}
	defer p.unpinMessages()
	for i, msg := range recvs {
		p.pinMessage(i, msg)
	}
	for i, msg := range sends {
		p.pinMessage(len(recvs)+i, msg)
	}
	return p.messageError("mpi: Round", "MPI_Wait", C.tc_round(p.c, C.int(len(sends)), C.int(len(recvs))))
}

// pinMessage stores msg in entry i of C's array. The entry holds the address as an integer, because Go's
// garbage collector must not follow the addresses of earlier rounds. Each entry has its own Pinner, because a
// Pinner of several pointers would allocate.
func (p *Port[T]) pinMessage(i int, msg comm.Message[T]) {
	first := unsafe.SliceData(msg.Data)
	p.pins[i].Pin(first)
	p.roundMessages[i] = C.message{data: C.uintptr_t(uintptr(unsafe.Pointer(first))),
		count: C.int(len(msg.Data)), peer: C.int(msg.Peer)}
}

func (p *port) unpinMessages() {
	for i := range p.pins {
		p.pins[i].Unpin()
	}
}
