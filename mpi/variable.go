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

// Variable returns the value of a control variable of the library, such as btl_vader_eager_limit, as
// text (MPI_T_cvar_read).
func (w *World) Variable(name string) (text string, err error) {
	if err := w.live("mpi: Variable"); err != nil {
		return "", err
	}
	v, err := find(name)
	if err != nil {
		return "", err
	}
	err = v.handled(func(handle C.MPI_T_cvar_handle, count int) error {
		value := make([]byte, max(8, count+1))
		if err := v.failed("MPI_T_cvar_read", C.MPI_T_cvar_read(handle, unsafe.Pointer(pointer(value)))); err != nil {
			return err
		}
		text, err = v.format(value)
		return err
	})
	return text, err
}

// SetVariable changes a control variable with a whole number for a value (MPI_T_cvar_write), on this
// process only.
func (w *World) SetVariable(name string, value int) error {
	if err := w.live("mpi: SetVariable"); err != nil {
		return err
	}
	v, err := find(name)
	if err != nil {
		return err
	}
	if v.kind != C.MPI_Datatype(C.MPI_INT) {
		return v.failed("MPI_T_cvar_write", C.MPI_ERR_TYPE)
	}
	return v.handled(func(handle C.MPI_T_cvar_handle, _ int) error {
		whole := C.int(value)
		return v.failed("MPI_T_cvar_write", C.MPI_T_cvar_write(handle, unsafe.Pointer(&whole)))
	})
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

// A variable is a control variable of the library.
type variable struct {
	name  string
	index C.int
	kind  C.MPI_Datatype
	names C.MPI_T_enum // of its values, MPI_T_ENUM_NULL if they have none
	scope C.int        // of whoever may change it
}

// fixed reports whether nobody may change it while the program runs.
func (v *variable) fixed() bool {
	return v.scope == C.MPI_T_SCOPE_CONSTANT || v.scope == C.MPI_T_SCOPE_READONLY
}

func find(name string) (variable, error) {
	v := variable{name: name}
	cname := C.CString(name)
	defer C.free(unsafe.Pointer(cname))
	if err := v.failed("MPI_T_cvar_get_index", C.MPI_T_cvar_get_index(cname, &v.index)); err != nil {
		return v, err
	}
	return v, v.info(nil)
}

// info fills in v and text, with what the library says of the variable.
func (v *variable) info(text []byte) error {
	var verbosity, bind, none C.int
	length := C.int(len(text))
	return v.failed("MPI_T_cvar_get_info", C.MPI_T_cvar_get_info(v.index, nil, &none, &verbosity, &v.kind, &v.names,
		(*C.char)(pointer(text)), &length, &bind, &v.scope))
}

// description is the library's text on a variable.
func (w *World) description(name string) (string, error) {
	v, err := find(name)
	if err != nil {
		return "", err
	}
	text := make([]byte, 8192)
	err = v.info(text)
	return cString(text), err
}

// handled gives body a handle of the variable, and the number of elements of its value.
func (v *variable) handled(body func(handle C.MPI_T_cvar_handle, count int) error) error {
	var handle C.MPI_T_cvar_handle
	var count C.int
	if err := v.failed("MPI_T_cvar_handle_alloc", C.MPI_T_cvar_handle_alloc(v.index, nil, &handle, &count)); err != nil {
		return err
	}
	defer C.MPI_T_cvar_handle_free(&handle)
	return body(handle, int(count))
}

// format is the value of a variable as text. These are the types that Open MPI gives its variables.
func (v *variable) format(value []byte) (string, error) {
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
	return "", v.failed("MPI_T_cvar_read", C.MPI_ERR_TYPE)
}

// A choice is a value that a variable can have, and the library's name for it.
type choice struct {
	value int
	name  string
}

// choices are the values of a variable that has names for them; nil of one that has none.
func (w *World) choices(name string) (list []choice, err error) {
	v, err := find(name)
	if err != nil || v.names == C.MPI_T_enum(C.MPI_T_ENUM_NULL) {
		return nil, err
	}
	var n, value, none C.int
	if err := v.failed("MPI_T_enum_get_info", C.MPI_T_enum_get_info(v.names, &n, nil, &none)); err != nil {
		return nil, err
	}
	for i := range n {
		text := make([]byte, 256)
		length := C.int(len(text))
		if err := v.failed("MPI_T_enum_get_item", C.MPI_T_enum_get_item(v.names, i, &value, (*C.char)(pointer(text)), &length)); err != nil {
			return nil, err
		}
		list = append(list, choice{int(value), cString(text)})
	}
	return list, nil
}

// failed is the package's failed with the variable's name in it.
func (v *variable) failed(call string, code C.int) error { return failed(call+"("+v.name+")", code) }

// cString is what C has written to text.
func cString(text []byte) string {
	s, _, _ := strings.Cut(string(text), "\x00")
	return s
}
