package comm

// An Op sets dst[j] = a[j] ⊕ b[j] for an associative ⊕. dst may be a or b. a comes from the lower
// labels, so an operator that does not commute gets its operands in label order.
type Op[T any] struct {
	Name        string
	Commutative bool
	Apply       func(dst, a, b []T)
	// Handle is the same operator in the form of a machine that can apply it by itself; nil if it has none. Those of
	// package mpi have one.
	Handle any
}

// Number is the element types of the arithmetic operators.
type Number interface {
	~uint8 | ~int32 | ~int64 | ~uint32 | ~uint64 | ~float32 | ~float64 | ~complex128
}

// Ordered is a Number with an order.
type Ordered interface {
	~uint8 | ~int32 | ~int64 | ~uint32 | ~uint64 | ~float32 | ~float64
}

// Sum adds.
func Sum[T Number]() Op[T] {
	return Op[T]{Name: "sum", Commutative: true, Apply: func(dst, a, b []T) {
		for j := range dst {
			dst[j] = a[j] + b[j]
		}
	}}
}

// Prod multiplies.
func Prod[T Number]() Op[T] {
	return Op[T]{Name: "prod", Commutative: true, Apply: func(dst, a, b []T) {
		for j := range dst {
			dst[j] = a[j] * b[j]
		}
	}}
}

// Max keeps the larger value.
func Max[T Ordered]() Op[T] {
	return Op[T]{Name: "max", Commutative: true, Apply: func(dst, a, b []T) {
		for j := range dst {
			dst[j] = max(a[j], b[j])
		}
	}}
}

// Min keeps the smaller value.
func Min[T Ordered]() Op[T] {
	return Op[T]{Name: "min", Commutative: true, Apply: func(dst, a, b []T) {
		for j := range dst {
			dst[j] = min(a[j], b[j])
		}
	}}
}

// Concat appends the string of the higher label. Strings under concatenation are a free monoid: a result shows
// every operand and their order.
func Concat() Op[string] {
	return Op[string]{Name: "concat", Apply: func(dst, a, b []string) {
		for j := range dst {
			dst[j] = a[j] + b[j]
		}
	}}
}
