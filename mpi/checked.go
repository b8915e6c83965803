package mpi

// #include <mpi.h>
// #include <stdlib.h>
// #include <stdint.h>
import "C"

import (
	"fmt"
	"reflect"
	"slices"
	"unsafe"

	"topocoll/comm"
	"topocoll/internal/signature"
)

// Checked reports whether collective calls on the port's world are checked (see the option [Checked]).
func (p *port) Checked() bool { return p.world.checked }

// Agree compares a collective call with the calls of other ranks: see [comm.Checker].
func (p *port) Agree(ranks []int, call comm.Call, refusal error) error {
	if ranks == nil {
		return p.world.compareCalls(call, refusal)
	}
	return p.world.compareAmong(ranks, call, refusal)
}

var _ comm.Checker = (*Port[float64])(nil)

// enableChecks turns on the comparison of calls. It is collective over w. Comparisons use a separate
// communicator. There, the comparison of every operation begins with the same MPI call, so the comparison
// works even if the ranks call different operations.
func (w *World) enableChecks() error {
	w.checked = true
	return mpiError("MPI_Comm_dup", C.MPI_Comm_dup(w.comm, &w.checkComm))
}

// compareCalls compares a collective call across all ranks of w: see [comm.Checker].
func (w *World) compareCalls(call comm.Call, refusal error) error {
	if w.checkLive(call.Name) != nil {
		return refusal
	}
	c, err := w.beginComparison(call, refusal)
	if err != nil {
		return err
	}
	return c.wait()
}

// compareIfChecked is like compareCalls, but returns `refusal` if w is nil or not checked.
func (w *World) compareIfChecked(call comm.Call, refusal error) error {
	if w == nil || !w.checked {
		return refusal
	}
	return w.compareCalls(call, refusal)
}

// A comparison is an exchange of signatures in progress.
type comparison struct {
	ranks        []int // ranks that take part; nil: all ranks of the world
	size         int   // number of ranks that take part
	myIndex      int   // index of this rank among the ranks that take part
	refusal      error
	buffer       unsafe.Pointer // in C memory: the signatures of all ranks, then the signature of this rank
	request      C.MPI_Request
	callHasBegun bool // the collective call itself has begun
}

// newComparison returns a comparison that contains the signature of this rank's call. `me` is the index of
// this rank among the `size` ranks that take part.
func newComparison(size, me int, call comm.Call, refusal error) (*comparison, error) {
	c := &comparison{size: size, myIndex: me, refusal: refusal,
		buffer: C.malloc(C.size_t(signature.Bytes * (size + 1)))}
	if c.buffer == nil {
		return nil, fmt.Errorf("%s: no memory to compare the calls of %d ranks", call.Name, size)
	}
	s := signature.Of(call, refusal)
	s.Encode(unsafe.Slice((*byte)(c.signature(size)), signature.Bytes))
	return c, nil
}

// signature returns the address of the signature of the rank with index i. Index c.size is the signature of
// this rank, which is sent.
func (c *comparison) signature(i int) unsafe.Pointer { return unsafe.Add(c.buffer, signature.Bytes*i) }

// beginComparison begins to exchange the signatures of a call, with MPI_Iallgather. It does not block, so a
// blocking call on one rank can be compared with a non-blocking call on another.
func (w *World) beginComparison(call comm.Call, refusal error) (*comparison, error) {
	c, err := newComparison(w.Size, w.Rank, call, refusal)
	if err != nil {
		return nil, err
	}
	bytes := C.MPI_Datatype(C.MPI_BYTE)
	code := C.MPI_Iallgather(c.signature(w.Size), signature.Bytes, bytes, c.buffer, signature.Bytes, bytes,
		w.checkComm, &c.request)
	return c, mpiError("MPI_Iallgather", code)
}

// compareAmong compares a call that only the given ranks make. These ranks exchange signatures only with each
// other, so calls of disjoint groups of ranks can be compared at the same time.
func (w *World) compareAmong(ranks []int, call comm.Call, refusal error) error {
	if w.checkLive(call.Name) != nil {
		return refusal
	}
	size, me := len(ranks), slices.Index(ranks, w.Rank)
	c, err := newComparison(size, me, call, refusal)
	if err != nil {
		return err
	}
	c.ranks = ranks
	bytes, status := C.MPI_Datatype(C.MPI_BYTE), C.MPI_Status{}
	for distance := range size {
		to, from := (me+distance)%size, (me-distance+size)%size
		code := C.MPI_Sendrecv(c.signature(size), signature.Bytes, bytes, C.int(ranks[to]), 0,
			c.signature(from), signature.Bytes, bytes, C.int(ranks[from]), 0, w.checkComm, &status)
		if err := mpiError("MPI_Sendrecv", code); err != nil {
			return err
		}
	}
	return c.evaluate()
}

// wait completes the comparison. If the calls differ, it returns an error that describes the differences. If
// all ranks refuse the call, it returns this rank's refusal.
func (c *comparison) wait() error {
	if c.buffer == nil {
		return nil
	}
	var status C.MPI_Status
	if err := mpiError("MPI_Wait", C.MPI_Wait(&c.request, &status)); err != nil {
		return err
	}
	return c.evaluate()
}

// test is like wait, but does not block: `over` is false while the comparison is not complete.
func (c *comparison) test() (over bool, err error) {
	if c.buffer == nil {
		return true, nil
	}
	var completed C.int
	var status C.MPI_Status
	if err := mpiError("MPI_Test", C.MPI_Test(&c.request, &completed, &status)); err != nil || completed == 0 {
		return err != nil, err
	}
	return true, c.evaluate()
}

func (c *comparison) evaluate() error {
	all := make([]signature.Signature, c.size)
	for rank := range all {
		all[rank] = signature.Decode(unsafe.Slice((*byte)(c.signature(rank)), signature.Bytes))
	}
	C.free(c.buffer)
	c.buffer = nil
	if mismatch := signature.Compare("mpi", all, c.ranks, c.myIndex); mismatch != nil {
		mismatch.Begun = c.callHasBegun
		return mismatch
	}
	return c.refusal
}

// describeCall returns a description of a native collective call. The ranks compare these descriptions.
func (p *port) describeCall(f *nativeFunction, typ string, op C.MPI_Op, root, n int) comm.Call {
	call := comm.Call{Name: f.goName, Type: typ, Length: n}
	if f.hasRoot() {
		call.Root = root
	}
	if f.reduces {
		call.Op = opName(op)
	}
	return call
}

// typeName returns the name of the kind of T, such as float64. The kind of a number determines the MPI
// datatype.
func typeName[T comm.Number]() string { return reflect.TypeFor[T]().Kind().String() }

// compareCounts compares a v-collective call across the ranks. It also compares the number of words that each
// rank sends to each other rank with the number that the receiver expects.
func (p *port) compareCounts(f *nativeFunction, call comm.Call, root int, sent, received *Layout,
	refusal error) error {
	w := p.world
	if err := w.compareCalls(call, refusal); err != nil || w.checkLive(f.goName) != nil {
		return err
	}
	sends, wants, got := make([]C.int64_t, w.Size), make([]C.int64_t, w.Size), make([]C.int64_t, w.Size)
	for i := range w.Size {
		sends[i], wants[i] = f.wordsBetween(sent, received, root, w.Rank, i)
	}
	words := C.MPI_Datatype(C.MPI_INT64_T)
	code := C.MPI_Alltoall(unsafe.Pointer(&sends[0]), 1, words, unsafe.Pointer(&got[0]), 1, words, w.checkComm)
	if err := mpiError("MPI_Alltoall", code); err != nil {
		return err
	}
	for i := range w.Size {
		if got[i] != wants[i] && refusal == nil {
			refusal = comm.Refuse("%s: %d words from rank %d, want %d", f.goName, got[i], i, wants[i])
		}
	}
	return w.compareCalls(call, refusal)
}

// wordsBetween returns how many words rank `me` sends to rank i in a v-collective, and how many it expects
// from rank i.
func (f *nativeFunction) wordsBetween(sent, received *Layout, root, me, i int) (sends, wants C.int64_t) {
	switch {
	case f.x == allBlocks || f.x == allBlocksAtRoot && me == root:
		sends = C.int64_t(sent.blocks.Len(i))
	case f.x == oneBlock && (f.result == allBlocks || i == root):
		sends = C.int64_t(sent.blocks.Len(me))
	}
	switch {
	case f.result == allBlocks || f.result == allBlocksAtRoot && me == root:
		wants = C.int64_t(received.blocks.Len(i))
	case f.result == oneBlock && (f.x == allBlocks || i == root):
		wants = C.int64_t(received.blocks.Len(me))
	}
	return sends, wants
}
