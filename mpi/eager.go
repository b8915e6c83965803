//go:build cgo

package mpi

import (
	"os"
	"strconv"
)

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
