package mpi

// #include <stdint.h>
// #include "operation.h"
import "C"

import (
	"fmt"
	"hash/fnv"
	"slices"
	"unsafe"

	"topocoll/topo"
)

// A World is a communicator of Size processes. Rank is the rank of this process.
type World struct {
	Rank, Size int

	comm      C.MPI_Comm
	ringComm  C.MPI_Comm // a periodic Cartesian communicator of the same processes; the first Shift creates it
	ports     []*port
	finalised *bool // shared by all worlds; nil if Init did not create this world
	freed     bool
	tags      *C.tag_sequence // numbers non-blocking messages; created by the first non-blocking operation
	forced    Algorithm       // the algorithm that Select forces; empty if Select does nothing
	checked   bool
	checkComm C.MPI_Comm // the communicator for comparisons of calls
	hosts     []int      // hosts[i] is the host of rank i
}

func newWorld(communicator C.MPI_Comm, finalised *bool) *World {
	var rank, size C.int
	C.MPI_Comm_rank(communicator, &rank)
	C.MPI_Comm_size(communicator, &size)
	return &World{Rank: int(rank), Size: int(size), comm: communicator, ringComm: C.MPI_Comm(C.MPI_COMM_NULL),
		finalised: finalised}
}

// Hosts returns the number of each rank's host. Hosts are numbered in the order of their lowest ranks.
// Package coll uses these numbers.
func (w *World) Hosts() []int { return slices.Clone(w.hosts) }

// A greeting is the message that each rank sends to all ranks in Init.
type greeting struct {
	host    C.uint64_t // hash of MPI's processor name
	checked C.uint64_t // 1: the rank wants its calls to be checked
}

// exchangeGreetings sets the host of each rank, and reports whether `checked` is true on any rank. It is
// collective over w, and takes ceil(log2 p) rounds of messages. It uses messages, because a rules file may
// make a native collective fail.
func (w *World) exchangeGreetings(checked bool) (anyChecked bool, err error) {
	var name [C.MPI_MAX_PROCESSOR_NAME]C.char
	var length C.int
	if err := mpiError("MPI_Get_processor_name", C.MPI_Get_processor_name(&name[0], &length)); err != nil {
		return false, err
	}
	hash := fnv.New64a()
	hash.Write(C.GoBytes(unsafe.Pointer(&name[0]), length))
	words, status := C.MPI_Datatype(C.MPI_UINT64_T), C.MPI_Status{}
	all := make([]greeting, w.Size) // element i belongs to rank w.Rank+i modulo w.Size; set for i < known
	all[0].host = C.uint64_t(hash.Sum64())
	if checked {
		all[0].checked = 1
	}
	for known := 1; known < w.Size; known *= 2 {
		n := C.int(2 * min(known, w.Size-known))
		to, from := C.int((w.Rank-known+w.Size)%w.Size), C.int((w.Rank+known)%w.Size)
		code := C.MPI_Sendrecv(unsafe.Pointer(&all[0]), n, words, to, 0,
			unsafe.Pointer(&all[known]), n, words, from, 0, w.comm, &status)
		if err := mpiError("MPI_Sendrecv", code); err != nil {
			return false, err
		}
	}
	hosts := make([]C.uint64_t, w.Size)
	for i, g := range all {
		hosts[(w.Rank+i)%w.Size] = g.host
		anyChecked = anyChecked || g.checked != 0
	}
	w.hosts = topo.NumberHosts(hosts)
	return anyChecked, nil
}

// maxTag returns the largest tag that the library allows. If the library reports none, maxTag returns the
// largest tag that the standard guarantees.
func (w *World) maxTag() int {
	var limit *C.int
	var found C.int
	if C.MPI_Comm_get_attr(w.comm, C.MPI_TAG_UB, unsafe.Pointer(&limit), &found); found == 0 {
		return 32767
	}
	return int(*limit)
}

// tagSequence returns the sequence that numbers the messages of non-blocking operations. Their tags are the
// upper half of all tags.
func (w *World) tagSequence(call string) (*C.tag_sequence, error) {
	if err := w.checkLive(call); err != nil {
		return nil, err
	}
	if w.tags == nil {
		last := w.maxTag()
		if w.tags = C.tc_tags_new(C.int(w.Size), C.int(last/2+1), C.int(last)); w.tags == nil {
			return nil, fmt.Errorf("%s: no memory for the message numbers", call)
		}
	}
	return w.tags, nil
}

// checkLive returns an error if MPI is not running or the world is freed. In both cases, an MPI call would
// end the program.
func (w *World) checkLive(call string) error {
	switch {
	case w == nil || w.finalised == nil:
		return fmt.Errorf("%s: MPI is not initialised", call)
	case *w.finalised:
		return fmt.Errorf("%s: MPI is already finalised", call)
	case w.freed:
		return fmt.Errorf("%s: this world has been freed", call)
	}
	return nil
}

// An Algorithm is an algorithm of the MPI library for one collective operation. Name is the library's name.
type Algorithm struct {
	Name      string
	component string // Open MPI: the coll component that contains the algorithm, such as tuned
	variable  string // the MPI_T control variable that forces the algorithm
	value     int    // the value of the variable that forces the algorithm; 0 lets the library choose
}
