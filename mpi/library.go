package mpi

// #include "library.h"
import "C"

import "strings"

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
