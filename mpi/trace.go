package mpi

// #include "operation.h"
import "C"

import (
	"errors"
	"fmt"
	"slices"
	"unsafe"

	"topocoll/comm"
)

// RunTraced executes the plan as Run does and records the times of the steps. times[2i] and times[2i+1] are
// the start and the end of step i, in ns on the clock of Now. If byDependencies is true, the steps are
// numbered as in plan.AsReady, otherwise as in plan.InOrder. C must be able to apply the operator, and no
// non-blocking operation may be active.
func (g *program[T]) RunTraced(op comm.Op[T], in, out []T) (times []int64, byDependencies bool, err error) {
	if _, inC := op.Handle.(C.reduction); !inC && g.combines {
		return nil, false, errors.New("mpi: RunTraced: the operator is a Go function; " +
			"use an operator that C can apply")
	}
	if n := C.tc_active_operations; n > 0 {
		return nil, false, fmt.Errorf("mpi: RunTraced: %d non-blocking operations are active; complete them "+
			"first", n)
	}
	n := int(g.c.steps)
	array := C.tc_trace(g.port.c, C.int(n))
	if array == nil {
		return nil, false, errors.New("mpi: RunTraced: no memory for the times of the steps")
	}
	g.port.c.traced = 1
	err = g.Run(op, in, out)
	g.port.c.traced = 0
	return slices.Clone(unsafe.Slice((*int64)(unsafe.Pointer(array)), 2*n)), g.c == g.byDependencies, err
}
