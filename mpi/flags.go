//go:build !mpicc

package mpi

// #cgo pkg-config: ompi-c
import "C"
