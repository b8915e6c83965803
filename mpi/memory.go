//go:build cgo

package mpi

// #include "memory.h"
import "C"

// KeepMemory makes the C library keep what is freed for later calls of malloc, as it does in a program that has freed large memory. In one
// that has not, every call of a collective that allocates may get its pages from the kernel anew.
func KeepMemory() { C.tc_keep_memory() }
