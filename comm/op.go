package comm

// An Op is an associative operator ⊕. The function Apply sets dst[j] = a[j] ⊕ b[j]; `dst` may be the slice
// `a` or `b`. The words of `a` come from lower labels than the words of `b`, because the operator may not
// commute.
type Op[T any] struct {
	Name        string
	Commutative bool
	Apply       func(dst, a, b []T)
	// Handle is the operator in the form that the machine uses, such as a predefined operator of MPI. It is nil
	// if the operator has no such form.
	Handle any
}

// OpFunc returns the operator that combines words with f, which must be associative. The operand `a` comes
// from lower labels than `b`. Pass true for `commutes` if f(a, b) always equals f(b, a). More algorithms
// accept an operator that commutes. T may be any type, such as a struct. All processes must give the operator
// the same name.
func OpFunc[T any](name string, commutes bool, f func(a, b T) T) Op[T] {
	if f == nil {
		return Op[T]{Name: name} // Check refuses it
	}
	return Op[T]{Name: name, Commutative: commutes, Apply: func(dst, a, b []T) {
		for j := range dst {
			dst[j] = f(a[j], b[j])
		}
	}}
}

// Number is the constraint for the element types of the arithmetic operators.
type Number interface {
	Ordered | ~complex64 | ~complex128
}

// Ordered is the constraint for the numeric types that have an order.
type Ordered interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~float32 |
		~float64
}

// Sum returns the operator for addition.
func Sum[T Number]() Op[T] {
	return Op[T]{Name: "sum", Commutative: true, Apply: func(dst, a, b []T) {
		for j := range dst {
			dst[j] = a[j] + b[j]
		}
	}}
}

// Prod returns the operator for multiplication.
func Prod[T Number]() Op[T] {
	return Op[T]{Name: "prod", Commutative: true, Apply: func(dst, a, b []T) {
		for j := range dst {
			dst[j] = a[j] * b[j]
		}
	}}
}

// Max returns the operator for the maximum.
func Max[T Ordered]() Op[T] {
	return Op[T]{Name: "max", Commutative: true, Apply: func(dst, a, b []T) {
		for j := range dst {
			dst[j] = max(a[j], b[j])
		}
	}}
}

// Min returns the operator for the minimum.
func Min[T Ordered]() Op[T] {
	return Op[T]{Name: "min", Commutative: true, Apply: func(dst, a, b []T) {
		for j := range dst {
			dst[j] = min(a[j], b[j])
		}
	}}
}

// Concat returns the operator for string concatenation, which keeps label order. Its result shows every
// operand and the order of the operands, because strings under concatenation are a free monoid.
func Concat() Op[string] {
	return OpFunc("concat", false, func(a, b string) string { return a + b })
}
