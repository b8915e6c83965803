package explain

import (
	"fmt"
	"slices"
	"strings"

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

// A group consists of the words that one label describes: every word from a node of froms for a node of tos.
type group struct {
	froms, tos, parts []int
	combined          bool // the values of froms are added up
}

// label names words: "0-3" is the blocks of nodes 0 to 3, "2>5" the block of node 2 for node 5, "Σ0-3" the
// sum over nodes 0 to 3, "M" the message of the root, and "[1]" word 1 only.
func (f *Figure) label(words []word) string {
	var names []string
	for _, g := range groups(words) {
		names = append(names, f.name(g))
	}
	return strings.Join(names, " ")
}

func (f *Figure) name(g group) string {
	var s string
	switch {
	case f.Info.Op == catalog.Bcast:
		s = "M"
	case f.Info.Op == catalog.Scatter:
		s = ranges(g.tos)
	default:
		s = ranges(g.froms)
		if g.combined {
			s = "Σ" + s
		}
		if g.tos[0] != everybody {
			s += ">" + ranges(g.tos)
		}
	}
	if len(g.parts) < f.M {
		s += "[" + ranges(g.parts) + "]"
	}
	return s
}

func groups(words []word) []group {
	bySource := map[string]*group{}
	var order []string
	for _, w := range words {
		g := bySource[w.from]
		if g == nil {
			g = &group{combined: len([]rune(w.from)) > 1}
			for _, label := range w.from {
				g.froms = append(g.froms, int(label))
			}
			bySource[w.from], order = g, append(order, w.from)
		}
		g.tos, g.parts = insertSorted(g.tos, w.to), insertSorted(g.parts, w.part)
	}
	var all []group
	for _, from := range order {
		g := *bySource[from]
		same := func(h group) bool {
			return !g.combined && !h.combined && slices.Equal(g.tos, h.tos) && slices.Equal(g.parts, h.parts)
		}
		if i := slices.IndexFunc(all, same); i >= 0 {
			all[i].froms = insertSorted(all[i].froms, g.froms[0])
			continue
		}
		all = append(all, g)
	}
	return all
}

// insertSorted adds n to a sorted set.
func insertSorted(set []int, n int) []int {
	i, found := slices.BinarySearch(set, n)
	if found {
		return set
	}
	return slices.Insert(set, i, n)
}

// ranges formats a sorted set with ranges: 0-3,5.
func ranges(set []int) string {
	var s []string
	for i := 0; i < len(set); {
		j := i
		for j+1 < len(set) && set[j+1] == set[j]+1 {
			j++
		}
		switch j - i {
		case 0:
			s = append(s, fmt.Sprint(set[i]))
		case 1:
			s = append(s, fmt.Sprintf("%d,%d", set[i], set[j]))
		default:
			s = append(s, fmt.Sprintf("%d-%d", set[i], set[j]))
		}
		i = j + 1
	}
	return strings.Join(s, ",")
}
