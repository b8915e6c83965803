//go:build cgo

package job

import (
	"topocoll/comm"
	"topocoll/mpi"
)

// Run runs body on p goroutines, or, if p = 0, on the ranks that mpirun started. With ranks it ends the
// program: see mpi.Run.
func Run[T comm.Number](p int, body Body[T]) error {
	if p != 0 {
		return Local(p, body)
	}
	mpi.Run(func(w *mpi.World) error { return body(comm.New(mpi.NewPort[T](w))) })
	return nil
}
