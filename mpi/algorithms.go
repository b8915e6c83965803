//go:build cgo

package mpi

import "strings"

// Algorithms lists the algorithms for op that can be forced. op is the MPI function's name in lower case,
// such as bcast or reduce_scatter_block. The call is collective over w.
//
// On Open MPI the list contains the algorithms of the component tuned. It also contains the component han if
// han implements op on w. On MPICH the list contains the algorithms that the control variable
// MPIR_CVAR_<OP>_INTRA_ALGORITHM can select.
func (w *World) Algorithms(op string) ([]Algorithm, error) {
	if err := w.checkLive("mpi: Algorithms"); err != nil {
		return nil, err
	}
	if BuiltFor() == MPICH {
		return w.mpirAlgorithms(op)
	}
	return w.openMPIAlgorithms(op)
}

// Forced returns a duplicate of w on which the operation of `a` uses the algorithm `a`. The call is
// collective over w.
//
// Open MPI binds the algorithm to the communicator. MPICH sets the algorithm for the whole process, so it is
// in effect on every communicator, but only between Select and Deselect.
func (w *World) Forced(a Algorithm) (*World, error) {
	if BuiltFor() == MPICH {
		return w.mpirForced(a)
	}
	return w.openMPIForced(a)
}

// NeedsSelect reports whether the algorithm of a world from Forced is in effect only after Select.
func (w *World) NeedsSelect() bool { return w.forced.variable != "" }

// Select makes this process use the algorithm of w, a world that Forced has returned. The algorithm is in
// effect until Deselect. Select calls five MPI_T functions; on Open MPI it does nothing.
func (w *World) Select() error { return w.setForced(w.forced.value) }

// Deselect ends the effect of Select: the library chooses its algorithm again.
func (w *World) Deselect() error { return w.setForced(0) }

func (w *World) setForced(value int) error {
	if !w.NeedsSelect() {
		return nil
	}
	return w.SetVariable(w.forced.variable, value)
}

// Unusable reports whether err is the error that MPICH returns if it cannot use a forced algorithm with this
// number of processes, length or operator. The failed call has sent no message.
func Unusable(err error) bool {
	return err != nil && strings.Contains(err.Error(), "User set collective algorithm is not usable")
}
