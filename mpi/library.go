package mpi

// #cgo mpich CFLAGS: -DTC_WANT_MPICH
// #cgo mpich,!mpicc pkg-config: mpich
// #cgo !mpich,!mpicc pkg-config: ompi-c
// #include "library.h"
import "C"

import (
	"os"
	"strconv"
	"strings"
)

// A Library is an implementation of MPI, or a family of them with one ABI. Whatever depends on which one it is
// asks BuiltFor.
type Library string

// The libraries that this package knows. Intel MPI, Cray MPICH and MVAPICH have MPICH's ABI and its variables.
const (
	OpenMPI Library = "Open MPI"
	MPICH   Library = "MPICH"
)

// BuiltFor is the library whose mpi.h this program was compiled with, and so the one it runs on.
func BuiltFor() Library {
	if C.TC_MPICH != 0 {
		return MPICH
	}
	return OpenMPI
}

// LibraryVersion is what the MPI library says of itself, on one line.
func LibraryVersion() string {
	text := make([]byte, C.MPI_MAX_LIBRARY_VERSION_STRING+1)
	var length C.int
	C.MPI_Get_library_version((*C.char)(pointer(text)), &length)
	return oneLine(cString(text))
}

// oneLine shortens the version of a library that tells its whole configuration to its name, version and device:
// "MPICH Version: 4.0.2" and "MPICH Device: ch4:ucx" become "MPICH 4.0.2, device: ch4:ucx".
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

// ProcessorName is the host of this process, as MPI names it.
func (w *World) ProcessorName() (string, error) {
	if err := w.live("mpi: ProcessorName"); err != nil {
		return "", err
	}
	text := make([]byte, C.MPI_MAX_PROCESSOR_NAME+1)
	var length C.int
	err := failed("MPI_Get_processor_name", C.MPI_Get_processor_name((*C.char)(pointer(text)), &length))
	return cString(text), err
}

// Eager returns how many bytes the words of a message between processes of one host may have to be sent at once, without waiting for
// their receive: the limit of Open MPI's shared memory less its header, and 0 for a library that names none. It is the same on every
// rank where the files of settings of all hosts agree.
func (p *Port[T]) Eager() int { return p.world.eager() }

// eager does not ask the other ranks: a rule for the library's collectives may have them fail.
func (w *World) eager() int {
	if BuiltFor() != OpenMPI {
		return 0
	}
	const header = 64                                                // ob1 takes off the longest of its headers
	names := []string{"btl_vader_eager_limit", "btl_sm_eager_limit"} // of 4.1, of 5.0
	for _, name := range names {
		text, err := w.Variable(name)
		if limit, number := strconv.Atoi(text); err == nil && number == nil {
			return max(0, limit-header)
		}
	}
	for _, name := range names { // a rank that is alone on its host has no shared memory, but the settings of mpirun
		if limit, err := strconv.Atoi(os.Getenv("OMPI_MCA_" + name)); err == nil {
			return max(0, limit-header)
		}
	}
	return 4096 - header
}
