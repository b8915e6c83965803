// Package words defines the words that a benchmark sends: their types, their values, and the operators that
// combine them.
package words

import (
	"slices"
	"unsafe"
)

// A Number is the type of the words of a call: one of results.WordTypes.
type Number interface {
	~float64 | ~float32 | ~int64 | ~int32 | ~uint8
}

// Size returns the number of bytes in a word.
func Size[T Number]() int { return int(unsafe.Sizeof(*new(T))) }

// An Operator defines how a reduction combines words. The bench uses this definition to check results. For
// the library's operator, see Op.
type Operator struct {
	Name    string
	integer bool // accepts integers only
	combine func(a, b int64) int64
}

// Sum is the name of the default operator.
const Sum = "sum"

var operators = []Operator{
	{Sum, false, func(a, b int64) int64 { return a + b }},
	{"prod", false, func(a, b int64) int64 { return a * b }},
	{"max", false, func(a, b int64) int64 { return max(a, b) }},
	{"min", false, func(a, b int64) int64 { return min(a, b) }},
	{"land", true, func(a, b int64) int64 { return boolToInt(a != 0 && b != 0) }},
	{"lor", true, func(a, b int64) int64 { return boolToInt(a != 0 || b != 0) }},
	{"lxor", true, func(a, b int64) int64 { return boolToInt((a != 0) != (b != 0)) }},
	{"band", true, func(a, b int64) int64 { return a & b }},
	{"bor", true, func(a, b int64) int64 { return a | b }},
	{"bxor", true, func(a, b int64) int64 { return a ^ b }},
}

func boolToInt(holds bool) int64 {
	if holds {
		return 1
	}
	return 0
}

// Operators returns the names of the operators. Operators that accept integers only are last.
func Operators() (names []string) {
	for _, o := range operators {
		names = append(names, o.Name)
	}
	return names
}

// IntegersOnly reports whether an operator accepts integers only.
func IntegersOnly(name string) bool { return Find(name).integer }

// Find returns the operator with the given name; "" means Sum.
func Find(name string) Operator {
	return operators[max(0, slices.IndexFunc(operators, func(o Operator) bool { return o.Name == name }))]
}

// Input returns word j of a rank's input. Words are small, so that sums are exact in every type. For a
// product they are 1 and -1.
func (o Operator) Input(rank, j int) int64 {
	small := int64((rank*7 + j*3) % Period)
	if o.Name == "prod" {
		return 1 - 2*(small%2)
	}
	return small
}

// Period is the number of ranks after which the input words repeat. Among any Period consecutive ranks, the
// input words are 0 to Period-1, in some order. For a product, the input words are the signs that Input
// derives from these numbers.
const Period = 5

// Combine returns the reduction of word j over the inputs of ranks `first` to `end`-1. It does not combine
// the words of whole periods one by one. In a sum, each period adds the same number. For any other operator,
// an even number of periods has the same value as two periods, and an odd number of periods has the same
// value as one.
func (o Operator) Combine(first, end, j int) (total int64) {
	whole, rest := (end-first)/Period, (end-first)%Period
	periods := int64(0)
	if o.Name == Sum {
		periods = int64(whole) * (Period * (Period - 1) / 2)
	} else if whole > 0 {
		rest += (2 - whole%2) * Period
	}
	for i := range rest {
		if word := o.Input(first+i, j); i == 0 {
			total = word
		} else {
			total = o.combine(total, word)
		}
	}
	return periods + total
}

// Fill fills x with rank 0's input words for a sum. They are so small that no sum of them overflows or is
// slow to compute.
func Fill[T Number](x []T) {
	for j := range min(Period, len(x)) {
		x[j] = T(Find(Sum).Input(0, j))
	}
	for n := Period; n < len(x); n *= 2 {
		copy(x[n:], x[:n])
	}
}
