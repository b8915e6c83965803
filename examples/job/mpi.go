//go:build cgo

package job

import (
	"fmt"
	"os"

	"topocoll/comm"
	"topocoll/mpi"
)

// Run runs body on p goroutines, or, if p = 0, on the ranks that mpirun started. A rank that fails aborts the
// job, so that no other rank waits for it.
func Run[T comm.Number](p int, body Body[T]) error {
	if p != 0 {
		return Local(p, body)
	}
	w, err := mpi.Init()
	if err != nil {
		return err
	}
	if err := body(comm.New(mpi.NewPort[T](w))); err != nil {
		fmt.Fprintf(os.Stderr, "rank %d: %v\n", w.Rank, err)
		w.Abort(1)
	}
	return w.Finalize()
}

// Exit ends the process, with the handlers of the MPI library.
func Exit(code int) { mpi.Exit(code) }
