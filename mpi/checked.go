package mpi

// #include <mpi.h>
// #include <stdlib.h>
// #include <stdint.h>
import "C"

import (
	"fmt"
	"reflect"
	"unsafe"

	"topocoll/comm"
)

// A disagreement is the error of a call that differs between ranks. All ranks get the same one.
type disagreement struct {
	text  string
	begun bool // messages of the call may be under way
}

func (d *disagreement) Error() string { return d.text }

// Is reports that the call was refused for its arguments: then it has sent no message and changed no slice.
func (d *disagreement) Is(target error) bool { return target == comm.ErrArgument && !d.begun }

// Checked reports whether the collective calls on this world are compared between the ranks: see [Checked].
func (w *World) Checked() bool { return w.checked }

// Checked is that of its world.
func (p *port) Checked() bool { return p.world.checked }

// Agree compares a collective call with the calls of all other ranks: see [comm.Checker].
func (p *port) Agree(call comm.Call, refusal error) error { return p.world.agree(call, refusal) }

var _ comm.Checker = (*Port[float64])(nil)

// derived returns a world of ranks of w on a communicator of its own, checked as w is.
func (w *World) derived(of C.MPI_Comm) (*World, error) {
	made := newWorld(of, w.finalised)
	if !w.checked {
		return made, nil
	}
	return made, made.check()
}

// check turns the comparison of calls on. All ranks of w call it. The comparisons have a communicator of their own, on which every
// collective call of w makes the same calls of MPI.
func (w *World) check() error {
	w.checked = true
	return failed("MPI_Comm_dup", C.MPI_Comm_dup(w.comm, &w.checks))
}

// agree is Agree, for calls on w that have no port.
func (w *World) agree(call comm.Call, refusal error) error {
	if w.live(call.Name) != nil {
		return refusal
	}
	c, err := w.compare(call, refusal)
	if err != nil {
		return err
	}
	return c.wait()
}

// agrees is agree for a world that may not be checked, or nil.
func (w *World) agrees(call comm.Call, refusal error) error {
	if w == nil || !w.checked {
		return refusal
	}
	return w.agree(call, refusal)
}

// A comparison is an exchange of signatures that has begun.
type comparison struct {
	world   *World
	refusal error
	buffer  unsafe.Pointer // of C: the signatures of all ranks, then that of this rank
	request C.MPI_Request
	begun   bool // the call itself has begun too
}

// compare begins to exchange the signatures of a call: MPI_Iallgather. The calls of two ranks that block in one and not in the other can
// then still be compared.
func (w *World) compare(call comm.Call, refusal error) (*comparison, error) {
	c := &comparison{world: w, refusal: refusal, buffer: C.malloc(C.size_t(signatureBytes * (w.Size + 1)))}
	if c.buffer == nil {
		return nil, fmt.Errorf("%s: no memory to compare the calls of %d ranks", call.Name, w.Size)
	}
	s := signatureOf(call, refusal)
	mine := unsafe.Add(c.buffer, signatureBytes*w.Size)
	s.encode(unsafe.Slice((*byte)(mine), signatureBytes))
	code := C.MPI_Iallgather(mine, signatureBytes, C.MPI_Datatype(C.MPI_BYTE), c.buffer, signatureBytes, C.MPI_Datatype(C.MPI_BYTE), w.checks, &c.request)
	return c, failed("MPI_Iallgather", code)
}

// wait returns how the calls differ, or the refusal of this rank if all ranks refuse.
func (c *comparison) wait() error {
	if c.buffer == nil {
		return nil
	}
	var status C.MPI_Status
	if err := failed("MPI_Wait", C.MPI_Wait(&c.request, &status)); err != nil {
		return err
	}
	return c.end()
}

// test is wait if that does not block; otherwise over is false.
func (c *comparison) test() (over bool, err error) {
	if c.buffer == nil {
		return true, nil
	}
	var is C.int
	var status C.MPI_Status
	if err := failed("MPI_Test", C.MPI_Test(&c.request, &is, &status)); err != nil || is == 0 {
		return err != nil, err
	}
	return true, c.end()
}

func (c *comparison) end() error {
	all := make([]signature, c.world.Size)
	for rank := range all {
		all[rank] = decode(unsafe.Slice((*byte)(unsafe.Add(c.buffer, signatureBytes*rank)), signatureBytes))
	}
	C.free(c.buffer)
	c.buffer = nil
	if text := difference(all); text != "" {
		return &disagreement{text, c.begun}
	}
	return c.refusal
}

// describe returns the description of a collective of the library.
func (p *port) describe(f *function, typ string, op C.MPI_Op, root, n int) comm.Call {
	call := comm.Call{Name: f.call, Type: typ, Length: n}
	if f.rooted() {
		call.Root = root
	}
	if f.reduces {
		call.Op = opName(op)
	}
	return call
}

// typeName is the name of the kind of T, which decides its MPI datatype.
func typeName[T any]() string { return reflect.TypeFor[T]().Kind().String() }

// agreeOnWords compares a call with counts. The blocks may have any lengths, so it also compares the words that each rank sends to each
// other one with the words that this one expects.
func (p *port) agreeOnWords(f *function, call comm.Call, root int, sent, received *Layout, refusal error) error {
	w := p.world
	if err := w.agree(call, refusal); err != nil || w.live(f.call) != nil {
		return err
	}
	sends, wants, got := make([]C.int64_t, w.Size), make([]C.int64_t, w.Size), make([]C.int64_t, w.Size)
	for i := range w.Size {
		sends[i], wants[i] = f.words(sent, received, root, w.Rank, i)
	}
	words := C.MPI_Datatype(C.MPI_INT64_T)
	code := C.MPI_Alltoall(unsafe.Pointer(&sends[0]), 1, words, unsafe.Pointer(&got[0]), 1, words, w.checks)
	if err := failed("MPI_Alltoall", code); err != nil {
		return err
	}
	for i := range w.Size {
		if got[i] != wants[i] && refusal == nil {
			refusal = comm.Refuse("%s: %d words from %d, want %d", f.call, got[i], i, wants[i])
		}
	}
	return w.agree(call, refusal)
}

// words returns how many words rank me sends to rank i in a call with counts, and how many it wants from there.
func (f *function) words(sent, received *Layout, root, me, i int) (sends, wants C.int64_t) {
	switch {
	case f.x == all || f.x == allAtRoot && me == root:
		sends = C.int64_t(sent.blocks.Len(i))
	case f.x == one && (f.result == all || i == root):
		sends = C.int64_t(sent.blocks.Len(me))
	}
	switch {
	case f.result == all || f.result == allAtRoot && me == root:
		wants = C.int64_t(received.blocks.Len(i))
	case f.result == one && (f.x == all || i == root):
		wants = C.int64_t(received.blocks.Len(me))
	}
	return sends, wants
}
