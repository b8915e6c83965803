//go:build mpich

package mpi

// #cgo CFLAGS: -DTC_WANT_MPICH
// #cgo !mpicc pkg-config: mpich
import "C"
