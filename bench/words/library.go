//go:build cgo

package words

import (
	"slices"

	"topocoll/comm"
	"topocoll/mpi"
)

// Op returns the MPI library's operator with the given name. If IntegersOnly(name) is true, T must be an
// integer type.
func Op[T Number](name string) comm.Op[T] {
	ops := []comm.Op[T]{mpi.Sum[T](), mpi.Prod[T](), mpi.Max[T](), mpi.Min[T]()}
	var more any
	switch any(*new(T)).(type) {
	case uint8:
		more = integerOps[uint8]()
	case int32:
		more = integerOps[int32]()
	case int64:
		more = integerOps[int64]()
	}
	if typed, integers := more.([]comm.Op[T]); integers {
		ops = append(ops, typed...)
	}
	return ops[max(0, slices.IndexFunc(ops, func(op comm.Op[T]) bool { return op.Name == name }))]
}

func integerOps[T mpi.Integer]() []comm.Op[T] {
	return []comm.Op[T]{mpi.Land[T](), mpi.Lor[T](), mpi.Lxor[T](), mpi.Band[T](), mpi.Bor[T](),
		mpi.Bxor[T]()}
}
