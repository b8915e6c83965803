package explain

import (
	"slices"

	"topocoll/catalog"
	"topocoll/comm"
)

// A word stands for one word of a message. Instead of a value it has its origin and its destination.
type word struct {
	from string // the labels whose values are combined in it, ascending, one rune each
	to   int    // the label its block is for, or everybody
	part int    // its index in its block
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

// input returns the words of a node before coll, in blocks of m words.
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
