//go:build cgo

package mpi

import "strings"

// An Algorithm is one way in which the library can do an operation, under the library's own name.
type Algorithm struct {
	Name      string
	component string // Open MPI: the component that has it
	variable  string // the control variable that forces it,
	value     int    // and its value there; 0 is the library's own choice
}

// Algorithms lists the algorithms of op (bcast, reduce_scatter_block) that can be forced; op is spelt as MPI's call,
// in lower case. Every process of w calls it.
//
// Open MPI: those of its component tuned, and where it would be in use its component han. MPICH: those of MPIR_CVAR_<OP>_INTRA_ALGORITHM.
func (w *World) Algorithms(op string) ([]Algorithm, error) {
	if err := w.live("mpi: Algorithms"); err != nil {
		return nil, err
	}
	if BuiltFor() == MPICH {
		return w.mpirAlgorithms(op)
	}
	return w.openAlgorithms(op)
}

// Forced is a Dup of w on which op always runs the algorithm a. Every process of w calls it.
//
// Open MPI binds the algorithm to the communicator: there is nothing more to do. MPICH knows it for the process, so
// there it is in force only between Engage and Disengage, for every communicator.
func (w *World) Forced(a Algorithm) (*World, error) {
	if BuiltFor() == MPICH {
		return w.mpirForced(a)
	}
	return w.openForced(a)
}

// Engages reports whether the algorithm of a world from Forced is in force only after Engage.
func (w *World) Engages() bool { return w.forced.variable != "" }

// Engage puts the algorithm of a world from Forced in force on this process, until Disengage. It makes five calls of MPI_T,
// and on Open MPI nothing.
func (w *World) Engage() error { return w.engage(w.forced.value) }

// Disengage gives the library its own choice back.
func (w *World) Disengage() error { return w.engage(0) }

func (w *World) engage(value int) error {
	if !w.Engages() {
		return nil
	}
	return w.SetVariable(w.forced.variable, value)
}

// Unusable reports whether an error is MPICH's refusal of a forced algorithm that it does not have for this number of
// processes, length or operator. The call has sent nothing then.
func Unusable(err error) bool {
	return err != nil && strings.Contains(err.Error(), "User set collective algorithm is not usable")
}
