package mpi

// #include <mpi.h>
import "C"

import "fmt"

// An Error is a call that MPI itself refused or could not finish.
type Error struct {
	Call  string // MPI's name of it, such as MPI_Bcast
	Code  int    // as returned
	Class int    // the standard's class of the code, such as that of MPI_ERR_ROOT
	Text  string // the library's words
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
	return &Error{call, int(code), int(class), string(text[:length])}
}
