package mpi

// #include "operation.h"
import "C"

import (
	"fmt"
	"unsafe"

	"topocoll/comm"
)

// A World is a communicator: Size processes, of which this one is number Rank.
type World struct {
	Rank, Size int

	comm      C.MPI_Comm
	ring      C.MPI_Comm // comm as a periodic line, once Shift has made it
	ports     []*port
	finalised *bool // shared by all worlds; nil in one that Init has not made
	freed     bool
	numbers   *C.tag_sequence // of the messages of started calls, once there is one
	forced    Algorithm       // that Engage puts in force; none: nothing to engage
	checked   bool            // collective calls are compared between the ranks,
	checks    C.MPI_Comm      // on this communicator
}

func newWorld(of C.MPI_Comm, finalised *bool) *World {
	var rank, size C.int
	C.MPI_Comm_rank(of, &rank)
	C.MPI_Comm_size(of, &size)
	return &World{Rank: int(rank), Size: int(size), comm: of, ring: C.MPI_Comm(C.MPI_COMM_NULL), finalised: finalised}
}

// Sub is the world of the first n ranks of w; every process of w calls it, those beyond n get nil.
func (w *World) Sub(n int) (*World, error) {
	err := w.live("mpi: Sub")
	if err == nil && (n < 1 || n > w.Size) {
		err = fmt.Errorf("mpi: Sub: %d processes, want 1..%d", n, w.Size)
	}
	if err = w.agrees(comm.Call{Name: "mpi: Sub", Size: n}, err); err != nil {
		return nil, err
	}
	var first C.MPI_Comm
	color := C.int(0)
	if w.Rank >= n {
		color = C.MPI_UNDEFINED
	}
	err = failed("MPI_Comm_split", C.MPI_Comm_split(w.comm, color, C.int(w.Rank), &first))
	if err != nil || w.Rank >= n {
		return nil, err
	}
	return w.derived(first)
}

// Dup is another world of the same processes, whose messages never meet those of w. Every process of w
// calls it.
func (w *World) Dup() (*World, error) {
	if err := w.agrees(comm.Call{Name: "mpi: Dup"}, w.live("mpi: Dup")); err != nil {
		return nil, err
	}
	var copied C.MPI_Comm
	if err := failed("MPI_Comm_dup", C.MPI_Comm_dup(w.comm, &copied)); err != nil {
		return nil, err
	}
	return w.derived(copied)
}

// Free gives a world from Sub, Dup or Forced back, and its ports with it. Every process of w calls it.
func (w *World) Free() error {
	if err := w.agrees(comm.Call{Name: "mpi: Free"}, w.live("mpi: Free")); err != nil {
		return err
	}
	if w.checked {
		C.MPI_Comm_free(&w.checks)
	}
	w.freed = true
	for _, p := range w.ports {
		p.abandon()
		p.clear()
		C.tc_port_free(p.c)
	}
	w.ports = nil
	C.tc_tags_free(w.numbers)
	if w.ring != C.MPI_Comm(C.MPI_COMM_NULL) {
		C.MPI_Comm_free(&w.ring)
	}
	return failed("MPI_Comm_free", C.MPI_Comm_free(&w.comm))
}

// maxTag is the largest tag of the library's messages, at least what the standard guarantees.
func (w *World) maxTag() int {
	var limit *C.int
	var found C.int
	if C.MPI_Comm_get_attr(w.comm, C.MPI_TAG_UB, unsafe.Pointer(&limit), &found); found == 0 {
		return 32767
	}
	return int(*limit)
}

// numbered returns the numbers of the messages of started calls. Their tags are the upper half of all.
func (w *World) numbered(call string) (*C.tag_sequence, error) {
	if err := w.live(call); err != nil {
		return nil, err
	}
	if w.numbers == nil {
		last := w.maxTag()
		if w.numbers = C.tc_tags_new(C.int(w.Size), C.int(last/2+1), C.int(last)); w.numbers == nil {
			return nil, fmt.Errorf("%s: no memory for the numbers of messages", call)
		}
	}
	return w.numbers, nil
}

// live refuses a call where MPI would end the program.
func (w *World) live(call string) error {
	switch {
	case w == nil || w.finalised == nil:
		return fmt.Errorf("%s: MPI is not initialised", call)
	case *w.finalised:
		return fmt.Errorf("%s: MPI is already finalised", call)
	case w.freed:
		return fmt.Errorf("%s: this world is freed", call)
	}
	return nil
}
