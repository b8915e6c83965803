package mpi

// #cgo nocallback tc_begin_async
// #cgo noescape tc_wait_some
// #cgo nocallback tc_wait_some
// #include "port.h"
import "C"

import (
	"errors"
	"fmt"
	"runtime"
	"unsafe"
)

// An asyncTable records the non-blocking messages of a port: the pinned buffer of each slot, and the free
// slots. The id of a message is its slot number.
type asyncTable struct {
	pins []runtime.Pinner
	free []int
	done []C.int // slots of the messages that tc_wait_some has completed; in C memory
}

// StartSend begins to send x to rank `to`, with MPI_Isend. Do not change x until WaitSome returns id.
func (p *Port[T]) StartSend(to, tag int, x []T) (id int, err error) {
	return p.startMessage("mpi: StartSend", "MPI_Isend", 0, to, tag, x)
}

// StartRecv begins to receive x from rank `from`, with MPI_Irecv. Do not use x until WaitSome returns id.
func (p *Port[T]) StartRecv(from, tag int, x []T) (id int, err error) {
	return p.startMessage("mpi: StartRecv", "MPI_Irecv", 1, from, tag, x)
}

func (p *Port[T]) startMessage(call, native string, receives C.int, peer, tag int, x []T) (id int,
	err error) {
	slot, err := p.findFreeSlot(call, peer, tag, len(x))
	if err != nil {
		return 0, err
	}
	t := &p.async
	t.pins[slot].Pin(unsafe.SliceData(x))
	code := C.tc_begin_async(p.c, C.int(slot), receives, pointer(x), C.int(len(x)), C.int(peer), C.int(tag))
	if code == C.MPI_SUCCESS {
		t.free = t.free[:len(t.free)-1]
	} else {
		t.pins[slot].Unpin()
	}
	return slot, p.messageError(call, native, code)
}

// WaitSome waits, with MPI_Waitsome, until at least one message is complete. It appends the ids of all
// complete messages to `done`, even if one of them failed.
func (p *port) WaitSome(done []int) ([]int, error) {
	if err := p.checkLive("mpi: WaitSome"); err != nil {
		return done, err
	}
	t := &p.async
	if len(t.free) == len(t.pins) {
		return done, errors.New("mpi: WaitSome: no message is in flight")
	}
	var completed C.int
	code := C.tc_wait_some(p.c, &completed)
	for _, slot := range t.done[:completed] {
		t.pins[slot].Unpin()
		t.free = append(t.free, int(slot))
		done = append(done, int(slot))
	}
	return done, p.messageError("mpi: WaitSome", "MPI_Waitsome", code)
}

// MaxTag returns the largest tag that StartSend and StartRecv accept.
func (p *port) MaxTag() int { return p.maxTag }

// findFreeSlot checks the arguments of a non-blocking message, and returns the last slot in the list of free
// slots.
func (p *port) findFreeSlot(call string, peer, tag, n int) (int, error) {
	if err := p.checkMessage(call, peer, n); err != nil {
		return 0, err
	}
	if tag < 0 || tag > p.maxTag {
		return 0, fmt.Errorf("%s: tag %d, want 0..%d", call, tag, p.maxTag)
	}
	t := &p.async
	if len(t.free) == 0 {
		if err := p.enlargeTable(max(8, 2*len(t.pins))); err != nil {
			return 0, err
		}
	}
	return t.free[len(t.free)-1], nil
}

func (p *port) enlargeTable(n int) error {
	done := C.tc_async_table(p.c, C.int(n))
	if done == nil {
		return errors.New("mpi: Start: no memory for the table of messages")
	}
	t := &p.async
	t.done = unsafe.Slice(done, n)
	for len(t.pins) < n {
		t.free = append(t.free, len(t.pins))
		t.pins = append(t.pins, runtime.Pinner{})
	}
	return nil
}
