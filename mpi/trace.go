package mpi

// #include "operation.h"
import "C"

import (
	"errors"
	"slices"
	"unsafe"

	"topocoll/comm"
)

// RunTraced is Run, and returns when each step began and ended, in ns of Now: step i at the indices 2i and
// 2i + 1. The steps are those of plan.AsReady if byDependencies is set, otherwise of plan.InOrder. Reading
// the clock takes some 50 ns a step. The operator must be one of C, and no non-blocking operation may be
// active.
func (g *program[T]) RunTraced(op comm.Op[T], in, out []T) (times []int64, byDependencies bool, err error) {
	if _, inC := op.Handle.(C.reduction); !inC && g.combines || C.tc_active_operations > 0 {
		return nil, false, errors.New("mpi: RunTraced: want an operator of C and no active operations")
	}
	n := int(g.c.steps)
	array := C.tc_trace(g.port.c, C.int(n))
	if array == nil {
		return nil, false, errors.New("mpi: RunTraced: no memory")
	}
	g.port.c.traced = 1
	err = g.Run(op, in, out)
	g.port.c.traced = 0
	return slices.Clone(unsafe.Slice((*int64)(unsafe.Pointer(array)), 2*n)), g.c == g.byDependencies, err
}
