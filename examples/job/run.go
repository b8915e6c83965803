package job

import (
	"topocoll/comm"
	"topocoll/mpi"
)

// Run runs body on p goroutines. If p is 0, it runs body on the ranks that mpirun started, and then ends the
// program, as mpi.Run does.
func Run[T comm.Number](p int, body Body[T]) error {
	if p != 0 {
		return Local(p, body)
	}
	mpi.Run(func(w *mpi.World) error { return body(comm.New(mpi.NewPort[T](w))) })
	return nil
}
