//go:build !cgo

package mpi

import "topocoll/comm"

// Sum returns the operator for addition.
func Sum[T comm.Number]() comm.Op[T] { return comm.Sum[T]() }

// Prod returns the operator for multiplication.
func Prod[T comm.Number]() comm.Op[T] { return comm.Prod[T]() }

// Max returns the operator for the maximum.
func Max[T comm.Ordered]() comm.Op[T] { return comm.Max[T]() }

// Min returns the operator for the minimum.
func Min[T comm.Ordered]() comm.Op[T] { return comm.Min[T]() }

// Land returns the operator for the logical and, with result 1 or 0.
func Land[T Integer]() comm.Op[T] {
	return logical("land", func(a, b T) bool { return a != 0 && b != 0 })
}

// Lor returns the operator for the logical or, with result 1 or 0.
func Lor[T Integer]() comm.Op[T] {
	return logical("lor", func(a, b T) bool { return a != 0 || b != 0 })
}

// Lxor returns the operator for the logical exclusive or, with result 1 or 0.
func Lxor[T Integer]() comm.Op[T] {
	return logical("lxor", func(a, b T) bool { return (a != 0) != (b != 0) })
}

// Band returns the operator for the bitwise and.
func Band[T Integer]() comm.Op[T] { return comm.OpFunc("band", true, func(a, b T) T { return a & b }) }

// Bor returns the operator for the bitwise or.
func Bor[T Integer]() comm.Op[T] { return comm.OpFunc("bor", true, func(a, b T) T { return a | b }) }

// Bxor returns the operator for the bitwise exclusive or.
func Bxor[T Integer]() comm.Op[T] { return comm.OpFunc("bxor", true, func(a, b T) T { return a ^ b }) }

// logical returns a commutative operator whose result is 1 or 0.
func logical[T Integer](name string, f func(a, b T) bool) comm.Op[T] {
	return comm.OpFunc(name, true, func(a, b T) T {
		if f(a, b) {
			return 1
		}
		return 0
	})
}
