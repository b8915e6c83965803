package conform

import (
	"fmt"
	"strings"

	"topocoll/comm"
)

// Strings returns the symbols for machines on which words can have any type. A symbol has the form "from.j ".
// Strings under concatenation are a free monoid, so a result that equals the oracle's is correct for every
// associative operator.
func Strings() Payload[string] {
	word := func(from, j int) string { return fmt.Sprintf("%d.%d ", from, j) }
	bag := comm.Op[string]{Name: "merge", Commutative: true, Apply: func(dst, a, b []string) {
		for j := range dst {
			dst[j] = merge(a[j], b[j])
		}
	}}
	return Payload[string]{
		Ordered:  Symbols[string]{Word: word, Op: comm.Concat(), Poison: "poison"},
		Counting: Symbols[string]{Word: word, Op: bag, Poison: "poison"},
	}
}

// merge merges two sorted lists of words, in which each word ends with a blank. A wrong procedure may combine
// Poison, which has no blank, so merge accepts it too.
func merge(a, b string) string {
	var all strings.Builder
	all.Grow(len(a) + len(b))
	for a != "" && b != "" {
		x, y := firstWord(a), firstWord(b)
		if a[:x] <= b[:y] {
			all.WriteString(a[:x])
			a = a[x:]
		} else {
			all.WriteString(b[:y])
			b = b[y:]
		}
	}
	all.WriteString(a)
	all.WriteString(b)
	return all.String()
}

// firstWord returns the length of the first word of a list, including the blank after it.
func firstWord(list string) int {
	if blank := strings.IndexByte(list, ' '); blank >= 0 {
		return blank + 1
	}
	return len(list)
}

// An interval packs the position j and the first and last labels of a range of labels into a uint64. Joining
// two ranges yields `broken` if they are not adjacent or have different positions. Joining anything with
// `broken` yields `broken`. On machines on which words are numbers, an interval therefore shows whether each
// operand was combined exactly once and in order.
type interval = uint64

const broken interval = 1<<64 - 1

// Numbers returns the symbols for machines on which words are numbers. For operators that do not commute, the
// symbols are intervals, for labels below 2^16. For operators that commute, they are pseudorandom numbers,
// whose sum identifies the operands.
func Numbers() Payload[uint64] {
	joining := comm.Op[uint64]{Name: "join", Apply: func(dst, a, b []uint64) {
		for j := range dst {
			dst[j] = join(a[j], b[j])
		}
	}}
	return Payload[uint64]{
		Ordered: Symbols[uint64]{
			Word:   func(from, j int) uint64 { return uint64(j)<<32 | uint64(from)<<16 | uint64(from) },
			Op:     joining,
			Poison: broken,
		},
		Counting: Symbols[uint64]{
			Word:   func(from, j int) uint64 { return mix(uint64(j)<<32 | uint64(from)) },
			Op:     comm.Sum[uint64](),
			Poison: broken,
		},
	}
}

// mix is the last step of splitmix64 (Steele, Lea, Flood 2014).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

func join(a, b interval) interval {
	adjacent := a>>32 == b>>32 && a&0xffff+1 == b>>16&0xffff
	if a == broken || b == broken || !adjacent {
		return broken
	}
	return a&^0xffff | b&0xffff
}
