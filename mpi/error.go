package mpi

// #include <mpi.h>
import "C"

import (
	"fmt"
	"strings"
)

// An Error is a call that MPI itself refused or could not finish.
type Error struct {
	Call  string // MPI's name of it, such as MPI_Bcast
	Code  int    // as returned
	Class int    // the standard's class of the code, such as that of MPI_ERR_ROOT
	Text  string // the library's words, on one line
}

func (e *Error) Error() string { return fmt.Sprintf("mpi: %s: %s", e.Call, e.Text) }

// failed is nil for MPI_SUCCESS, else the *Error of code.
func failed(call string, code C.int) error {
	if code == C.MPI_SUCCESS {
		return nil
	}
	var class, length C.int
	text := make([]byte, C.MPI_MAX_ERROR_STRING+1)
	C.MPI_Error_class(code, &class)
	C.MPI_Error_string(code, (*C.char)(pointer(text)), &length)
	return &Error{call, int(code), int(class), reason(string(text[:length]))}
}

// reason is the last line of a text, which in MPICH is a stack of calls, "MPID_Bcast(95)......: why".
func reason(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	last := lines[len(lines)-1]
	if _, why, found := strings.Cut(last, ": "); found && len(lines) > 1 {
		return why
	}
	return last
}
