//go:build cgo

package bench

import (
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
func measureBytes(m *machine, coll catalog.Collective, bytes int) ([]results.Cell, error) {
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
	switch name {
	case "prod":
		return mpi.Prod[T]()
	case "max":
		return mpi.Max[T]()
	case "min":
		return mpi.Min[T]()
	}
	var op any
	switch any(*new(T)).(type) {
	case uint8:
		op = ofIntegers[uint8](name)
	case int32:
		op = ofIntegers[int32](name)
	case int64:
		op = ofIntegers[int64](name)
	}
	if of, found := op.(comm.Op[T]); found && OfIntegers(name) {
		return of
	}
	return mpi.Sum[T]()
}

func ofIntegers[T mpi.Integer](name string) comm.Op[T] {
	switch name {
	case "land":
		return mpi.Land[T]()
	case "lor":
		return mpi.Lor[T]()
	case "lxor":
		return mpi.Lxor[T]()
	case "band":
		return mpi.Band[T]()
	case "bor":
		return mpi.Bor[T]()
	}
	return mpi.Bxor[T]()
}
