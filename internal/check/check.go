// Package check validates the arguments of collective calls.
package check

import (
	"fmt"
	"reflect"
	"strings"

	"topocoll/comm"
)

// Words returns an error for a type whose values cannot be sent as bytes, because it contains pointers or has
// size 0.
func Words[T any](proc string) error {
	typ := reflect.TypeFor[T]()
	if typ.Size() == 0 {
		return comm.Refuse("%s: type %v has no bytes; use a type of at least 1 byte", proc, typ)
	}
	at, pointer := findPointer(typ)
	switch {
	case pointer == nil:
		return nil
	case at == "":
		return comm.Refuse("%s: type %v contains pointers; use a type without pointers", proc, typ)
	}
	return comm.Refuse("%s: type %v has field %s of type %v; use a type without pointers", proc, typ,
		strings.TrimPrefix(at, "."), pointer)
}

// findPointer returns the path and the type of the first field with a pointer in typ. The path is "" if the
// pointer is in typ itself and not in a field. The type is nil if there is no pointer.
func findPointer(typ reflect.Type) (at string, pointer reflect.Type) {
	switch kind := typ.Kind(); {
	case kind == reflect.Array:
		if at, pointer = findPointer(typ.Elem()); at == "" && pointer != nil {
			return "", typ
		}
	case kind == reflect.Struct:
		for i := range typ.NumField() {
			field := typ.Field(i)
			if at, pointer = findPointer(field.Type); pointer != nil {
				return "." + field.Name + at, pointer
			}
		}
	case kind > reflect.Complex128: // the kinds up to Complex128 have no pointers
		return "", typ
	}
	return at, pointer
}

// A LengthError reports a message whose length differs from the length of the matching receive.
type LengthError struct {
	Call string // the package or function, such as "mpi: Recv"
	Fact string // describes the mismatch: the two lengths and the ranks
}

func (e *LengthError) Error() string { return e.Call + ": " + e.Fact }

// FormatCount formats a number with its noun, in the plural unless n is 1: "1 word", "2 words".
func FormatCount(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// NoActiveCalls returns the error for a rank that ends while n of its non-blocking calls are active, or nil
// if n is 0.
func NoActiveCalls(call string, n, rank int) error {
	if n == 0 {
		return nil
	}
	are := "are"
	if n == 1 {
		are = "is"
	}
	return fmt.Errorf("%s: %s of rank %d %s active; call Wait first", call,
		FormatCount(n, "non-blocking call"), rank, are)
}
