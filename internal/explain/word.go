package explain

import (
	"slices"

	"topocoll/catalog"
	"topocoll/comm"
)

// A word represents one word of a message. Instead of a value it has its origin and its destination.
type word struct {
	from string // labels whose values are combined in the word, ascending, one rune for each
	to   int    // label of its block, or everybody
	part int    // index in its block
}

const everybody = -1

// combine is the operator: its result has the labels of both operands.
var combine = comm.Op[word]{Name: "combine", Commutative: true, Apply: func(dst, a, b []word) {
	for j := range dst {
		from := append([]rune(a[j].from), []rune(b[j].from)...)
		slices.Sort(from)
		dst[j] = word{string(from), a[j].to, a[j].part}
	}
}}

// input returns the words of a node before the operation, in blocks of m words.
func input(coll catalog.Collective, p, m, me, root int) []word {
	words := make([]word, coll.In(p, m, me, root))
	for j := range words {
		words[j] = word{from: string(rune(me)), to: everybody, part: j % m}
		if coll == catalog.Scatter || coll == catalog.Alltoall || coll == catalog.ReduceScatter {
			words[j].to = j / m
		}
	}
	return words
}
