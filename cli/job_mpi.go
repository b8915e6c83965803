//go:build cgo

package cli

import (
	"errors"
	"fmt"
	"os"

	"topocoll/mpi"
)

// withMPI runs body on every process between MPI's begin and end. A process that fails prints why and
// ends the whole job, so that nobody waits for it.
func withMPI(body func(w *mpi.World) error) error {
	w, err := mpi.Init()
	if err != nil {
		return err
	}
	err = body(w)
	f := failure{}
	if err == nil || errors.As(err, &f) { // every process comes here with the same
		if err != nil {
			// Said before Finalize, which waits for all: mpirun ends rank 0 as soon as another has exited.
			err = failure{code: report(os.Stderr, err), quiet: true, error: err}
		}
		if done := w.Finalize(); err == nil {
			err = done
		}
		return err
	}
	fmt.Fprintf(os.Stderr, "topocoll: rank %d: %v (the job ends on all ranks)\n", w.Rank, err)
	w.Abort(exitRuntime)
	return err
}
