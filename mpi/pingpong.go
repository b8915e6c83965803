package mpi

// #cgo noescape tc_pingpong
// #cgo nocallback tc_pingpong
// #include "port.h"
import "C"

import (
	"fmt"
	"unsafe"

	"topocoll/comm"
)

// PingPong sends x to and fro between the ranks 0 and 1, from 0, len(ns) times: MPI_Send and MPI_Recv in a loop in C, to
// show what Go adds. ns[i] is round trip i, on each of the two by its own clock. The other processes do nothing.
func PingPong[T comm.Number](p *Port[T], x []T, ns []int64) error {
	if err := p.collective("mpi: PingPong", len(x)); err != nil {
		return err
	}
	switch {
	case p.Size() < 2:
		return fmt.Errorf("mpi: PingPong: %d process, want 2", p.Size())
	case p.Rank() > 1:
		return nil
	}
	times := (*C.int64_t)(unsafe.SliceData(ns))
	return p.result("mpi: PingPong", "MPI_Send or MPI_Recv", C.tc_pingpong(p.c, C.int(1-p.Rank()), pointer(x), C.int(len(x)), times, C.int(len(ns))))
}
