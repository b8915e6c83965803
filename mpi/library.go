package mpi

// #cgo mpich CFLAGS: -DTC_WANT_MPICH
// #cgo mpich,!mpicc pkg-config: mpich
// #cgo !mpich,!mpicc pkg-config: ompi-c
// #include "library.h"
// #include <mpi.h>
import "C"

import (
	"os"
	"strconv"
	"strings"
)

// A Library is an MPI implementation, or a family of implementations with one ABI.
type Library string

// The supported libraries. Intel MPI, Cray MPICH and MVAPICH have MPICH's ABI and control variables.
const (
	OpenMPI Library = "Open MPI"
	MPICH   Library = "MPICH"
)

// BuiltFor returns the library whose mpi.h this program was compiled with. Only that library can run the
// program.
func BuiltFor() Library {
	if C.TC_MPICH != 0 {
		return MPICH
	}
	return OpenMPI
}

// LibraryVersion returns the library's name and version, on one line.
func LibraryVersion() string {
	text := make([]byte, C.MPI_MAX_LIBRARY_VERSION_STRING+1)
	var length C.int
	C.MPI_Get_library_version((*C.char)(pointer(text)), &length)
	return oneLine(cString(text))
}

// oneLine shortens a version string to one line. MPICH's lines "MPICH Version: 4.0.2" and "MPICH Device:
// ch4:ucx", for example, become "MPICH 4.0.2, device: ch4:ucx".
func oneLine(version string) string {
	lines := strings.Split(strings.TrimSpace(version), "\n")
	for i, line := range lines {
		lines[i] = strings.Join(strings.Fields(line), " ")
	}
	name, number, told := strings.Cut(lines[0], " Version")
	if !told {
		return lines[0]
	}
	short := name + " " + strings.TrimLeft(number, " :")
	for _, line := range lines[1:] {
		if device, found := strings.CutPrefix(line, name+" Device"); found {
			short += ", device: " + strings.TrimLeft(device, " :")
		}
	}
	return short
}

// ProcessorName returns MPI's name for the host of this process.
func (w *World) ProcessorName() (string, error) {
	if err := w.checkLive("mpi: ProcessorName"); err != nil {
		return "", err
	}
	text := make([]byte, C.MPI_MAX_PROCESSOR_NAME+1)
	var length C.int
	err := mpiError("MPI_Get_processor_name", C.MPI_Get_processor_name((*C.char)(pointer(text)), &length))
	return cString(text), err
}

// Eager returns the eager limit, in bytes, between processes on one host. A message below this limit is sent
// without waiting for the matching receive. On Open MPI, it is the limit of the shared-memory transport minus
// the length of a message header. On other libraries Eager returns 0. Ranks with the same MPI settings have
// the same limit.
func (p *Port[T]) Eager() int { return p.world.eager() }

// eager returns the eager limit as described at Port.Eager. It sends no messages, because a rules file may
// make any collective fail.
func (w *World) eager() int {
	if BuiltFor() != OpenMPI {
		return 0
	}
	// Open MPI's component ob1 subtracts the length of its longest header from the limit.
	const header = 64
	names := []string{"btl_vader_eager_limit", "btl_sm_eager_limit"} // names in Open MPI 4.1 and 5.0
	for _, name := range names {
		text, err := w.Variable(name)
		if limit, number := strconv.Atoi(text); err == nil && number == nil {
			return max(0, limit-header)
		}
	}
	// a rank that is alone on its host has no such variable, but mpirun's environment may set the limit
	for _, name := range names {
		if limit, err := strconv.Atoi(os.Getenv("OMPI_MCA_" + name)); err == nil {
			return max(0, limit-header)
		}
	}
	return 4096 - header
}
