// Package mpi is the machine of real processes: ports over Open MPI's point-to-point messages, the
// operators and collectives of the library itself to compare with, and the clock and switches that a
// fair comparison needs. It is the only package with import "C"; without cgo nothing but this comment
// is left of it.
//
// MPI is initialised for MPI_THREAD_FUNNELED: every call belongs on the goroutine that called Init,
// which stays on its thread. Errors come back as values (MPI_ERRORS_RETURN); after one that is not a
// refused argument messages may still be under way, and the job should end.
package mpi
