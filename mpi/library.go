package mpi

// #cgo mpich CFLAGS: -DTC_WANT_MPICH
// #cgo mpich,!mpicc pkg-config: mpich
// #cgo !mpich,!mpicc pkg-config: ompi-c
// #include "library.h"
// #include <mpi.h>
import "C"

import (
	"math/bits"
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
	names := []string{"btl_vader_eager_limit", "btl_sm_eager_limit"} // names in Open MPI 4.1 and 5.0
	for _, name := range names {
		text, err := w.Variable(name)
		if limit, number := strconv.Atoi(text); err == nil && number == nil {
			return max(0, limit-ob1Header)
		}
	}
	// a rank that is alone on its host has no such variable, but mpirun's environment may set the limit
	for _, name := range names {
		if limit, err := strconv.Atoi(os.Getenv("OMPI_MCA_" + name)); err == nil {
			return max(0, limit-ob1Header)
		}
	}
	return 4096 - ob1Header
}

// MaxMessage returns the maximum length, in bytes, of the messages that two hosts can send to each other at
// the same time. Open MPI sends longer messages over TCP only after a handshake, and the two directions of
// the connection then take turns. On a 4x4 torus at 50 Mbit/s, for example, an all-gather of 128 KiB blocks
// took 4.0 times its lower bound with whole messages, and 1.8 times with messages of 32 KiB. The result
// is a power of two. It is 0 if no such limit is known: with other MPI libraries, and if Open MPI does not
// use TCP. Ranks with the same MPI settings have the same limit.
func (w *World) MaxMessage() int {
	if BuiltFor() != OpenMPI {
		return 0
	}
	// if Open MPI selects another component, such as ucx, the variables of ob1 disappear
	if _, err := w.Variable("pml_ob1_priority"); err != nil {
		return 0
	}
	text, err := w.Variable("btl_tcp_eager_limit")
	if limit, number := strconv.Atoi(text); err == nil && number == nil && limit > ob1Header {
		return 1 << (bits.Len(uint(limit-ob1Header)) - 1)
	}
	return 0
}

// MaxMessage returns the result of World.MaxMessage.
func (p *Port[T]) MaxMessage() int { return p.world.MaxMessage() }

// ob1Header is the length of the longest header of ob1, the component of Open MPI that sends messages. ob1
// subtracts it from an eager limit.
const ob1Header = 64
