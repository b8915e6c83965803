package bench

import "slices"

// An operator combines the words of a reduction. This is its definition, against which results are checked; see opOf for the
// library's.
type operator struct {
	name    string
	integer bool // it is of integers only
	combine func(a, b int64) int64
}

// Sum is the name of the default operator.
const Sum = "sum"

var operators = []operator{
	{Sum, false, func(a, b int64) int64 { return a + b }},
	{"prod", false, func(a, b int64) int64 { return a * b }},
	{"max", false, func(a, b int64) int64 { return max(a, b) }},
	{"min", false, func(a, b int64) int64 { return min(a, b) }},
	{"land", true, func(a, b int64) int64 { return truth(a != 0 && b != 0) }},
	{"lor", true, func(a, b int64) int64 { return truth(a != 0 || b != 0) }},
	{"lxor", true, func(a, b int64) int64 { return truth((a != 0) != (b != 0)) }},
	{"band", true, func(a, b int64) int64 { return a & b }},
	{"bor", true, func(a, b int64) int64 { return a | b }},
	{"bxor", true, func(a, b int64) int64 { return a ^ b }},
}

func truth(holds bool) int64 {
	if holds {
		return 1
	}
	return 0
}

// Operators lists the names of the operators, those of integers only last.
func Operators() (names []string) {
	for _, o := range operators {
		names = append(names, o.name)
	}
	return names
}

// OfIntegers reports whether an operator is of integers only.
func OfIntegers(name string) bool { return operatorOf(name).integer }

// operatorOf returns the operator of a name; "" is the default.
func operatorOf(name string) operator {
	return operators[max(0, slices.IndexFunc(operators, func(o operator) bool { return o.name == name }))]
}

// word returns word j of the input of a rank. Words are small, so that sums are exact in every type; those of a product are 1 and
// -1.
func (o operator) word(rank, j int) int64 {
	small := int64((rank*7 + j*3) % period)
	if o.name == "prod" {
		return 1 - 2*(small%2)
	}
	return small
}

// period is the number of ranks after which the words repeat: so many consecutive ranks have the words 0 to period-1,
// in some order.
const period = 5

// over combines word j of the ranks first to end-1. Of a sum, every whole period adds the same; with any other operator, two
// periods are as good as any even number of them.
func (o operator) over(first, end, j int) (total int64) {
	whole, rest := (end-first)/period, (end-first)%period
	periods := int64(0)
	if o.name == Sum {
		periods = int64(whole) * (period * (period - 1) / 2)
	} else if whole > 0 {
		rest += (2 - whole%2) * period
	}
	for i := range rest {
		if word := o.word(first+i, j); i == 0 {
			total = word
		} else {
			total = o.combine(total, word)
		}
	}
	return periods + total
}
