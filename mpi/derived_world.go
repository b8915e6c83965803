package mpi

// #include "operation.h"
import "C"

import (
	"slices"

	"topocoll/comm"
	"topocoll/topo"
)

// Sub returns a world of some ranks of w. Rank i of the new world is rank ranks[i] of w. The result is nil on
// ranks that are not in the list. All ranks of w must pass the same list. Sub calls MPI_Comm_split, which is
// collective.
func (w *World) Sub(ranks []int) (*World, error) {
	if err := w.checkSub(ranks); err != nil {
		return nil, err
	}
	var sub C.MPI_Comm
	color, key := C.int(0), slices.Index(ranks, w.Rank)
	if key < 0 {
		color = C.MPI_UNDEFINED
	}
	err := mpiError("MPI_Comm_split", C.MPI_Comm_split(w.comm, color, C.int(max(0, key)), &sub))
	if err != nil || key < 0 {
		return nil, err
	}
	hosts := make([]int, len(ranks))
	for i, r := range ranks {
		hosts[i] = w.hosts[r]
	}
	return w.deriveWorld(sub, topo.NumberHosts(hosts))
}

// Dup returns a new world of the same processes. It calls MPI_Comm_dup and is collective over w.
func (w *World) Dup() (*World, error) {
	if err := w.compareIfChecked(comm.Call{Name: "mpi: Dup"}, w.checkLive("mpi: Dup")); err != nil {
		return nil, err
	}
	var copied C.MPI_Comm
	if err := mpiError("MPI_Comm_dup", C.MPI_Comm_dup(w.comm, &copied)); err != nil {
		return nil, err
	}
	return w.deriveWorld(copied, w.hosts)
}

// Free frees a world that Sub, Dup or Forced has returned, and the ports of this world. It is collective over
// w.
func (w *World) Free() error {
	if err := w.compareIfChecked(comm.Call{Name: "mpi: Free"}, w.checkLive("mpi: Free")); err != nil {
		return err
	}
	if w.checked {
		C.MPI_Comm_free(&w.checkComm)
	}
	w.freed = true
	for _, p := range w.ports {
		p.freeMemory()
	}
	w.ports = nil
	C.tc_tags_free(w.tags)
	if w.ringComm != C.MPI_Comm(C.MPI_COMM_NULL) {
		C.MPI_Comm_free(&w.ringComm)
	}
	return mpiError("MPI_Comm_free", C.MPI_Comm_free(&w.comm))
}

// deriveWorld returns a new World of some ranks of w. The new World is checked if w is checked. hosts[i] is
// the host of its rank i.
func (w *World) deriveWorld(communicator C.MPI_Comm, hosts []int) (*World, error) {
	derived := newWorld(communicator, w.finalised)
	derived.hosts = hosts
	if !w.checked {
		return derived, nil
	}
	return derived, derived.enableChecks()
}
