//go:build cgo

package mpi

// #include <stdlib.h>
// #include <mpi.h>
import "C"

import "os"

// Exit ends the process with a code, as exit of C does. Call it at the end of a program, after Finalize: MPICH from 4.2 on reports
// only in a handler of exit that a rank has ended well. os.Exit, and a return from main, run no such handler; then mpirun may kill
// the ranks that end last, and fail. Before Finalize, Exit is os.Exit.
func Exit(code int) {
	var finalised C.int
	if C.MPI_Finalized(&finalised); finalised != 0 {
		C.exit(C.int(code))
	}
	os.Exit(code)
}
