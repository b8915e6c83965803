// Package mpi runs procedures on real processes: its ports send the point-to-point messages of Open MPI or
// MPICH. A port can also execute a plan in C: see [Port.Load]. For comparison, the package has the library's
// own operators and collectives. It is the only package with import "C"; without cgo it is empty.
//
// [Run] is the main function of a program. The first example is a whole program. Build it with the flags of
// your mpicc, and start it with mpirun. For MPICH the build tag is mpich, see docs/how-to/mpich.md:
//
//	CGO_CFLAGS="-O2 $(mpicc --showme:compile)" CGO_LDFLAGS="$(mpicc --showme:link)" go build -tags mpicc .
//	mpirun -n 8 ./program
//
// Make all calls on the goroutine of Run, or on the one that called Init. It stays on its thread
// (MPI_THREAD_FUNNELED). Errors are returned (MPI_ERRORS_RETURN). An error other than
// [topocoll/comm.ErrArgument] may leave messages in flight, and other ranks waiting for ever: return it to
// Run, or end the job with Abort. [Checked] finds ranks whose calls differ.
package mpi
