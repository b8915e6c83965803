package explain

import (
	"slices"

	"topocoll/catalog"
	"topocoll/comm"
)

// A word stands for one word of a message. Instead of a value it has where it is from and bound for.
type word struct {
	from string // the labels whose values are combined in it, ascending, a rune each
	to   int    // the label its block is for, or everybody
	part int    // which word of its block
}

const everybody = -1

// combine is the operator: the labels of both operands.
var combine = comm.Op[word]{Name: "combine", Commutative: true, Apply: func(dst, a, b []word) {
	for j := range dst {
		from := append([]rune(a[j].from), []rune(b[j].from)...)
		slices.Sort(from)
		dst[j] = word{string(from), a[j].to, a[j].part}
	}
}}

// brings is what a node has before kind, in blocks of m words.
func brings(kind catalog.Kind, p, m, me, root int) []word {
	words := make([]word, kind.In(p, m, me, root))
	for j := range words {
		words[j] = word{from: string(rune(me)), to: everybody, part: j % m}
		if kind == catalog.Scatter || kind == catalog.Alltoall || kind == catalog.ReduceScatter {
			words[j].to = j / m
		}
	}
	return words
}
