//go:build cgo

package bench

import (
	"slices"
	"unsafe"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/mpi"
)

// number is the types of the words of a benchmark: results.WordTypes.
type number interface {
	~float64 | ~float32 | ~int64 | ~int32 | ~uint8
}

func sizeOf[T number]() int { return int(unsafe.Sizeof(*new(T))) }

// measureBytes uses the type that was asked for. Without one, it uses float64 words if the size is a multiple of 8, otherwise bytes.
func measureBytes(m *measurer, coll catalog.Collective, bytes int) ([]results.Cell, error) {
	switch {
	case m.cfg.Type == "float32":
		return measure[float32](m, coll, bytes)
	case m.cfg.Type == "int64":
		return measure[int64](m, coll, bytes)
	case m.cfg.Type == "int32":
		return measure[int32](m, coll, bytes)
	case m.cfg.Type == "uint8" || m.cfg.Type == "" && bytes%8 != 0:
		return measure[uint8](m, coll, bytes)
	}
	return measure[float64](m, coll, bytes)
}

// opOf returns the library's operator of a name, which OfIntegers allows for the type.
func opOf[T number](name string) comm.Op[T] {
	ops := []comm.Op[T]{mpi.Sum[T](), mpi.Prod[T](), mpi.Max[T](), mpi.Min[T]()}
	var more any
	switch any(*new(T)).(type) {
	case uint8:
		more = ofIntegers[uint8]()
	case int32:
		more = ofIntegers[int32]()
	case int64:
		more = ofIntegers[int64]()
	}
	if of, integers := more.([]comm.Op[T]); integers {
		ops = append(ops, of...)
	}
	return ops[max(0, slices.IndexFunc(ops, func(op comm.Op[T]) bool { return op.Name == name }))]
}

func ofIntegers[T mpi.Integer]() []comm.Op[T] {
	return []comm.Op[T]{mpi.Land[T](), mpi.Lor[T](), mpi.Lxor[T](), mpi.Band[T](), mpi.Bor[T](), mpi.Bxor[T]()}
}
