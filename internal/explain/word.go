package explain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"topocoll/catalog"
	"topocoll/comm"
)

// A word represents one word of a message. Instead of a value, it has sources and a destination.
type word struct {
	sources string // labels of the nodes whose values are combined, ascending, one rune for each
	to      int    // label of the destination node, or allNodes
	index   int    // index in its block
}

const allNodes = -1

// combineOp is a reduction operator whose result has the sources of both operands.
var combineOp = comm.Op[word]{Name: "combine", Commutative: true, Apply: func(dst, a, b []word) {
	for j := range dst {
		from := append([]rune(a[j].sources), []rune(b[j].sources)...)
		slices.Sort(from)
		dst[j] = word{string(from), a[j].to, a[j].index}
	}
}}

// inputWords returns the words of a node before the operation, in blocks of m words.
func inputWords(coll catalog.Collective, p, m, me, root int) []word {
	words := make([]word, coll.In(p, m, me, root))
	for j := range words {
		words[j] = word{sources: string(rune(me)), to: allNodes, index: j % m}
		if coll == catalog.Scatter || coll == catalog.Alltoall || coll == catalog.ReduceScatter {
			words[j].to = j / m
		}
	}
	return words
}

// A group is a set of words with one name. The fields list the sources, destinations and indices of its
// words.
type group struct {
	sources, destinations, indices []int
	combined                       bool // the values of the sources are added up
}

// A notation defines the labels of words in an operation on p nodes with blocks of m words.
type notation struct {
	op   catalog.Collective
	p, m int
}

// label returns the text for words. "0-3" means the blocks of nodes 0 to 3, and "2>5" means the block of node
// 2 for node 5. "Σ0-3" means the sum over nodes 0 to 3, "M" the message of the root, and "[1]" only word 1.
func (n notation) label(words []word) string {
	var names []string
	for _, g := range groups(words) {
		names = append(names, n.name(g))
	}
	return strings.Join(names, " ")
}

func (n notation) name(g group) string {
	var s string
	switch {
	case n.op == catalog.Bcast:
		s = "M"
	case n.op == catalog.Scatter:
		s = ranges(g.destinations)
	default:
		s = ranges(g.sources)
		if g.combined {
			s = "Σ" + s
		}
		if g.destinations[0] != allNodes {
			s += ">" + ranges(g.destinations)
		}
	}
	if len(g.indices) < n.m {
		s += "[" + ranges(g.indices) + "]"
	}
	return s
}

func groups(words []word) []group {
	bySource := map[string]*group{}
	var order []string
	for _, w := range words {
		g := bySource[w.sources]
		if g == nil {
			g = &group{sources: labelsIn(w.sources)}
			g.combined = len(g.sources) > 1
			bySource[w.sources], order = g, append(order, w.sources)
		}
		g.destinations, g.indices = insertSorted(g.destinations, w.to), insertSorted(g.indices, w.index)
	}
	var all []group
	for _, from := range order {
		g := *bySource[from]
		same := func(h group) bool {
			return !g.combined && !h.combined && slices.Equal(g.destinations, h.destinations) &&
				slices.Equal(g.indices, h.indices)
		}
		if i := slices.IndexFunc(all, same); i >= 0 {
			all[i].sources = insertSorted(all[i].sources, g.sources[0])
			continue
		}
		all = append(all, g)
	}
	return all
}

// insertSorted adds n to a sorted set, unless the set contains n.
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

// A Block is a part of a node's data.
type Block struct {
	// Label identifies the block. In a scatter or a reduce-scatter, it is the node that gets the block. In a
	// broadcast, it is the number of the part. In other operations, it is the node that the block comes from.
	Label int
	Share float64 // fraction of the block that is available, from 0 to 1
}

// Blocks returns the data of a message as blocks.
func (f *Figure) Blocks(a Arrow) []Block { return f.notation().blocks(a.words) }

// blocks returns the blocks to which the words belong, with the share of each block, in ascending order of
// label. In an all-to-all there is a block for each pair of nodes.
func (n notation) blocks(words []word) (all []Block) {
	share := map[[2]int]float64{} // by label and destination; the destination is 0 except in an all-to-all
	m := float64(max(1, n.m))
	for _, w := range words {
		switch n.op {
		case catalog.Bcast:
			share[[2]int{w.index}]++
		case catalog.Scatter:
			share[[2]int{w.to}] += 1 / m
		case catalog.ReduceScatter:
			share[[2]int{w.to}] += float64(len([]rune(w.sources))) / m / float64(n.p)
		case catalog.Alltoall:
			share[[2]int{labelsIn(w.sources)[0], w.to}] += 1 / m
		default:
			for _, label := range labelsIn(w.sources) {
				share[[2]int{label}] += 1 / m
			}
		}
	}
	for key, part := range share {
		all = append(all, Block{key[0], part})
	}
	slices.SortFunc(all,
		func(a, b Block) int { return cmp.Or(cmp.Compare(a.Label, b.Label), cmp.Compare(a.Share, b.Share)) })
	return all
}

// labelsIn returns the labels in a set of sources.
func labelsIn(from string) (labels []int) {
	for _, label := range from {
		labels = append(labels, int(label))
	}
	return labels
}
