// Package mpi runs procedures on MPI processes. Its ports send point-to-point messages with Open MPI or
// MPICH, and execute plans in C: see [Port.Load]. The package also provides the library's operators and, for
// comparison, its collectives. It is the only package that imports "C".
//
// [Run] is the main function of a program; docs/tutorials/go-program.md contains a complete program. Build a
// program with the flags of your mpicc, and start it with mpirun. On Debian, neither the flags nor the build
// tag mpicc are needed. For MPICH, add the build tag mpich: see docs/how-to/mpich.md.
//
//	CGO_CFLAGS="-O2 $(mpicc --showme:compile)" CGO_LDFLAGS="$(mpicc --showme:link)" go build -tags mpicc .
//	mpirun -n 8 ./program
//
// Without cgo the same program runs on goroutines, without MPI. [Run], World, Port and the operators work as
// they do with MPI. Init, Load and the library's own collectives are missing.
//
//	CGO_ENABLED=0 go build . && TOPOCOLL_RANKS=8 ./program
//
// TOPOCOLL_RANKS is the number of goroutines, by default one. With cgo it has no effect: mpirun sets the
// number of ranks, and a program without mpirun has one rank. Run refuses to start if mpirun has started
// several processes that would be separate jobs. This happens without cgo, or with a different MPI library.
//
// Make all calls on the goroutine on which Run calls the body, or on the goroutine that called Init. That
// goroutine stays on its thread (MPI_THREAD_FUNNELED). Errors are returned (MPI_ERRORS_RETURN). After an
// error other than [topocoll/comm.ErrArgument], messages may be in flight and other ranks may hang. Return
// such an error to Run, or end the job with Abort. [Checked] finds ranks whose calls disagree.
package mpi
