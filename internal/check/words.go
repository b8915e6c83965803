// Package check validates the arguments of collective calls.
package check

import (
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
