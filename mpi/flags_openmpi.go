//go:build !mpicc && !mpich

package mpi

// #cgo pkg-config: ompi-c
import "C"
