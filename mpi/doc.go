// Package mpi is the machine of real processes: ports over the point-to-point messages of Open MPI or MPICH. A port also carries
// out plans in C, see [Port.Load]. The package has the library's own operators and collectives as well, to compare with. It is the
// only package with import "C"; without cgo nothing but this comment is left of it.
//
// [Run] is the main function of a program. The first example is a whole program. Build it with the flags of your mpicc, and start it
// with mpirun. For MPICH the build tag is mpich, see docs/how-to/mpich.md:
//
//	CGO_CFLAGS="-O2 $(mpicc --showme:compile)" CGO_LDFLAGS="$(mpicc --showme:link)" go build -tags mpicc .
//	mpirun -n 8 ./program
//
// The goroutine of Run, or the one that called Init, makes all calls and stays on its thread (MPI_THREAD_FUNNELED). Errors come back as
// values (MPI_ERRORS_RETURN). After one that is not [topocoll/comm.ErrArgument] messages may still be under way, and the other ranks may
// wait for ever: return the error to Run, or end the job with Abort. [Checked] finds the ranks whose calls differ.
package mpi
