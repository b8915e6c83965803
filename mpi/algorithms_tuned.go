//go:build cgo

package mpi

import (
	"errors"
	"fmt"
)

// Open MPI's component tuned has its algorithms in variables with an enumeration of names.

func tunedVariable(op string) string { return fmt.Sprintf("coll_tuned_%s_algorithm", op) }

func (w *World) tunedAlgorithms(op string) ([]Algorithm, error) {
	variable := tunedVariable(op)
	choices, err := w.choices(variable)
	var list []Algorithm
	for _, c := range choices {
		// two_proc answers MPI_ERR_ARG on any other number of processes.
		if c.value != 0 && (c.name != "two_proc" || w.Size == 2) {
			list = append(list, Algorithm{c.name, variable, c.value})
		}
	}
	return list, err
}

// tunedForced makes a communicator while the variable has the value: the component reads it then. Afterwards it is 0,
// the library's own choice, again.
func (w *World) tunedForced(a Algorithm) (*World, error) {
	if err := w.SetVariable(a.variable, a.value); err != nil {
		return nil, err
	}
	forced, err := w.Dup()
	return forced, errors.Join(err, w.SetVariable(a.variable, 0))
}
