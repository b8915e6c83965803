package mpi

// #include <mpi.h>
import "C"

import (
	"fmt"
	"strings"
)

// An Error is an error that an MPI function returned.
type Error struct {
	Call  string // the MPI function, such as MPI_Bcast
	Code  int    // the error code that the function returned
	Class int    // the error class of the code, such as MPI_ERR_ROOT
	Text  string // the library's message for the code, on one line
}

func (e *Error) Error() string { return fmt.Sprintf("mpi: %s: %s", e.Call, e.Text) }

// mpiError returns the *Error for a code, or nil for MPI_SUCCESS.
func mpiError(call string, code C.int) error {
	if code == C.MPI_SUCCESS {
		return nil
	}
	var class, length C.int
	text := make([]byte, C.MPI_MAX_ERROR_STRING+1)
	C.MPI_Error_class(code, &class)
	C.MPI_Error_string(code, (*C.char)(pointer(text)), &length)
	return &Error{call, int(code), int(class), reason(string(text[:length]))}
}

// reason returns the last line of the library's error message. A message of MPICH has a line for each
// function on the call stack, such as "MPID_Bcast(95)......: why".
func reason(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	last := lines[len(lines)-1]
	if _, why, found := strings.Cut(last, ": "); found && len(lines) > 1 {
		return why
	}
	return last
}
