package mpi

// #include "tool.h"
// #include <stdlib.h>
import "C"

import (
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
		if strconv.Itoa(choice.value) == value {
			value = choice.name
		}
	}
	return value, err
}

// A choice is a value that a variable can have, and the library's name for it.
type choice struct {
	value int
	name  string
}

// choices are the values of a variable that has names for them; nil of one that has none.
func (w *World) choices(name string) ([]choice, error) {
	cname := C.CString(name)
	defer C.free(unsafe.Pointer(cname))
	var n, id C.int
	if err := variableError("MPI_T_enum_get_info", name, C.tc_choices(cname, &n)); err != nil {
		return nil, err
	}
	var list []choice
	for i := range n {
		text := make([]byte, 256)
		code := C.tc_choice(cname, i, &id, (*C.char)(pointer(text)), C.int(len(text)))
		if err := variableError("MPI_T_enum_get_item", name, code); err != nil {
			return nil, err
		}
		list = append(list, choice{int(id), cString(text)})
	}
	return list, nil
}

// description is the library's text on a variable.
func (w *World) description(name string) (string, error) {
	text := make([]byte, 8192)
	cname := C.CString(name)
	defer C.free(unsafe.Pointer(cname))
	code := C.tc_description(cname, (*C.char)(pointer(text)), C.int(len(text)))
	return cString(text), variableError("MPI_T_cvar_get_info", name, code)
}

// variableError is failed with the variable's name in it.
func variableError(call, name string, code C.int) error { return failed(call+"("+name+")", code) }

// cString is what C has written to text.
func cString(text []byte) string {
	s, _, _ := strings.Cut(string(text), "\x00")
	return s
}
