package mpi

// #include "tool.h"
// #include <stdlib.h>
import "C"

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unsafe"
)

// Variable returns the value of a control variable of the library, such as btl_vader_eager_limit, as
// text (MPI_T_cvar_read).
func (w *World) Variable(name string) (string, error) {
	if err := w.live("mpi: Variable"); err != nil {
		return "", err
	}
	text := make([]byte, 4096)
	cname := C.CString(name)
	defer C.free(unsafe.Pointer(cname))
	code := C.tc_variable(cname, (*C.char)(pointer(text)), C.int(len(text)))
	return cString(text), variableError("MPI_T_cvar_read", name, code)
}

// SetVariable changes a control variable with a whole number for a value (MPI_T_cvar_write), on this
// process only.
func (w *World) SetVariable(name string, value int) error {
	if err := w.live("mpi: SetVariable"); err != nil {
		return err
	}
	cname := C.CString(name)
	defer C.free(unsafe.Pointer(cname))
	return variableError("MPI_T_cvar_write", name, C.tc_set_variable(cname, C.int(value)))
}

// Setting is Variable, with the library's name for the value where it has names: cma, not 1.
func (w *World) Setting(name string) (string, error) {
	value, err := w.Variable(name)
	if err != nil {
		return "", err
	}
	choices, err := w.choices(name)
	for _, choice := range choices {
		if strconv.Itoa(choice.ID) == value {
			value = choice.Name
		}
	}
	return value, err
}

// An Algorithm is one way in which the library can do an operation.
type Algorithm struct {
	ID   int
	Name string
}

// Algorithms lists the algorithms that Open MPI's tuned component has for op, in its own spelling
// (bcast, reduce_scatter_block). The one with ID 0, the library's own choice, is left out.
func (w *World) Algorithms(op string) ([]Algorithm, error) {
	if err := w.live("mpi: Algorithms"); err != nil {
		return nil, err
	}
	all, err := w.choices(algorithmVariable(op))
	return slices.DeleteFunc(all, func(a Algorithm) bool { return a.ID == 0 }), err
}

// choices are the values of a variable that has names for them; nil of one that has none.
func (w *World) choices(name string) ([]Algorithm, error) {
	cname := C.CString(name)
	defer C.free(unsafe.Pointer(cname))
	var n, id C.int
	if err := variableError("MPI_T_enum_get_info", name, C.tc_choices(cname, &n)); err != nil {
		return nil, err
	}
	var algorithms []Algorithm
	for i := range n {
		text := make([]byte, 256)
		code := C.tc_choice(cname, i, &id, (*C.char)(pointer(text)), C.int(len(text)))
		if err := variableError("MPI_T_enum_get_item", name, code); err != nil {
			return nil, err
		}
		algorithms = append(algorithms, Algorithm{int(id), cString(text)})
	}
	return algorithms, nil
}

// Forced is a Dup of w on which op always runs the algorithm with this ID. Every process of w calls it.
// The tuned component reads its variable whenever a communicator is made; afterwards the variable is 0,
// the library's own choice, again.
func (w *World) Forced(op string, id int) (*World, error) {
	name := algorithmVariable(op)
	if err := w.SetVariable(name, id); err != nil {
		return nil, err
	}
	forced, err := w.Dup()
	return forced, errors.Join(err, w.SetVariable(name, 0))
}

func algorithmVariable(op string) string { return fmt.Sprintf("coll_tuned_%s_algorithm", op) }

// variableError is failed with the variable's name in it.
func variableError(call, name string, code C.int) error { return failed(call+"("+name+")", code) }

// cString is what C has written to text.
func cString(text []byte) string {
	s, _, _ := strings.Cut(string(text), "\x00")
	return s
}
