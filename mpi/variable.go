package mpi

// #include <mpi.h>
// #include <stdlib.h>
import "C"

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unsafe"
)

// Variable returns the value of a control variable of the library, such as btl_vader_eager_limit, as a
// string. It calls MPI_T_cvar_read.
func (w *World) Variable(name string) (text string, err error) {
	if err := w.checkLive("mpi: Variable"); err != nil {
		return "", err
	}
	v, err := findVariable(name)
	if err != nil {
		return "", err
	}
	err = v.withHandle(func(handle C.MPI_T_cvar_handle, count int) error {
		value := make([]byte, max(8, count+1))
		if err := v.mpiError("MPI_T_cvar_read", C.MPI_T_cvar_read(handle,
			unsafe.Pointer(pointer(value)))); err != nil {
			return err
		}
		text, err = v.formatValue(value)
		return err
	})
	return text, err
}

// SetVariable sets a control variable of type int on this process. It calls MPI_T_cvar_write.
func (w *World) SetVariable(name string, value int) error {
	if err := w.checkLive("mpi: SetVariable"); err != nil {
		return err
	}
	v, err := findVariable(name)
	if err != nil {
		return err
	}
	if v.kind != C.MPI_Datatype(C.MPI_INT) {
		return v.mpiError("MPI_T_cvar_write", C.MPI_ERR_TYPE)
	}
	return v.withHandle(func(handle C.MPI_T_cvar_handle, _ int) error {
		whole := C.int(value)
		return v.mpiError("MPI_T_cvar_write", C.MPI_T_cvar_write(handle, unsafe.Pointer(&whole)))
	})
}

// Setting is like Variable, but returns the name of the value if it has one: "cma", not "1".
func (w *World) Setting(name string) (string, error) {
	value, err := w.Variable(name)
	if err != nil {
		return "", err
	}
	choices, err := w.enumValues(name)
	for _, choice := range choices {
		if strconv.Itoa(choice.value) == value {
			value = choice.name
		}
	}
	return value, err
}

// A variable is a control variable of the library.
type variable struct {
	name  string
	index C.int
	kind  C.MPI_Datatype
	names C.MPI_T_enum // names of the values, or MPI_T_ENUM_NULL
	scope C.int        // MPI_T_SCOPE_...: whether the value may change, and on which processes
}

// fixed reports whether the variable cannot change while the program runs.
func (v *variable) fixed() bool {
	return v.scope == C.MPI_T_SCOPE_CONSTANT || v.scope == C.MPI_T_SCOPE_READONLY
}

func findVariable(name string) (variable, error) {
	v := variable{name: name}
	cname := C.CString(name)
	defer C.free(unsafe.Pointer(cname))
	if err := v.mpiError("MPI_T_cvar_get_index", C.MPI_T_cvar_get_index(cname, &v.index)); err != nil {
		return v, err
	}
	return v, v.readInfo(nil)
}

// readInfo fills in v with the results of MPI_T_cvar_get_info, and copies the variable's description to
// `text`.
func (v *variable) readInfo(text []byte) error {
	var verbosity, bind, none C.int
	length := C.int(len(text))
	return v.mpiError("MPI_T_cvar_get_info", C.MPI_T_cvar_get_info(v.index, nil, &none, &verbosity, &v.kind,
		&v.names,
		(*C.char)(pointer(text)), &length, &bind, &v.scope))
}

func (w *World) description(name string) (string, error) {
	v, err := findVariable(name)
	if err != nil {
		return "", err
	}
	text := make([]byte, 8192)
	err = v.readInfo(text)
	return cString(text), err
}

// withHandle calls body with a handle of the variable and with the number of elements of its value.
func (v *variable) withHandle(body func(handle C.MPI_T_cvar_handle, count int) error) error {
	var handle C.MPI_T_cvar_handle
	var count C.int
	if err := v.mpiError("MPI_T_cvar_handle_alloc", C.MPI_T_cvar_handle_alloc(v.index, nil, &handle,
		&count)); err != nil {
		return err
	}
	defer C.MPI_T_cvar_handle_free(&handle)
	return body(handle, int(count))
}

// formatValue formats the value of a variable. It handles all types of Open MPI's variables.
func (v *variable) formatValue(value []byte) (string, error) {
	word, long := binary.NativeEndian.Uint32(value), binary.NativeEndian.Uint64(value)
	switch kind := v.kind; {
	case kind == C.MPI_CHAR:
		return cString(value), nil
	case kind == C.MPI_INT || kind == C.MPI_INT32_T:
		return strconv.Itoa(int(int32(word))), nil
	case kind == C.MPI_UNSIGNED || kind == C.MPI_UINT32_T:
		return strconv.FormatUint(uint64(word), 10), nil
	case kind == C.MPI_LONG || kind == C.MPI_INT64_T:
		return strconv.FormatInt(int64(long), 10), nil
	case kind == C.MPI_UNSIGNED_LONG || kind == C.MPI_UINT64_T || kind == C.MPI_UNSIGNED_LONG_LONG:
		return strconv.FormatUint(long, 10), nil
	case kind == C.MPI_DOUBLE:
		return fmt.Sprintf("%.6g", math.Float64frombits(long)), nil
	case kind == C.MPI_C_BOOL:
		return strconv.Itoa(int(value[0])), nil
	}
	return "", v.mpiError("MPI_T_cvar_read", C.MPI_ERR_TYPE)
}

// An enumValue is a value that a variable can have, and the library's name for it.
type enumValue struct {
	value int
	name  string
}

// enumValues returns the possible values of a variable, or nil if they have no names.
func (w *World) enumValues(name string) (list []enumValue, err error) {
	v, err := findVariable(name)
	if err != nil || v.names == C.MPI_T_enum(C.MPI_T_ENUM_NULL) {
		return nil, err
	}
	var n, value, none C.int
	if err := v.mpiError("MPI_T_enum_get_info", C.MPI_T_enum_get_info(v.names, &n, nil, &none)); err != nil {
		return nil, err
	}
	for i := range n {
		text := make([]byte, 256)
		length := C.int(len(text))
		if err := v.mpiError("MPI_T_enum_get_item", C.MPI_T_enum_get_item(v.names, i, &value,
			(*C.char)(pointer(text)), &length)); err != nil {
			return nil, err
		}
		list = append(list, enumValue{int(value), cString(text)})
	}
	return list, nil
}

// mpiError is like the function mpiError, but adds the variable's name to the error.
func (v *variable) mpiError(call string, code C.int) error {
	return mpiError(call+"("+v.name+")", code)
}

// cString returns the bytes of text before the first NUL byte.
func cString(text []byte) string {
	s, _, _ := strings.Cut(string(text), "\x00")
	return s
}
