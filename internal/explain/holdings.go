package explain

import (
	"cmp"
	"slices"
	"strings"

	"topocoll/catalog"
)

// Holdings are what the nodes hold while the messages of a figure are under way, in any order that a run may have. Values that are
// combined are held once: where the labels in them add up, the sum; otherwise the one with more labels. What leaves a node before it
// has arrived there, because pieces of messages are longer in the run than in the figure, is not held after it has.
type Holdings struct {
	figure *Figure
	held   []map[slot]string // by node: the labels whose values are combined, as in word.from
	early  []map[slot]string // by node: likewise, what has left before it has arrived
}

// A slot is a place for a word: of a block, or where words are moved and not combined, of the block of one node.
type slot struct {
	from     string // "" for words that are combined
	to, part int
}

// A Block is a part of what a node holds.
type Block struct {
	Label int     // whose it is: the node that it is from, or for in a scatter and a reduction of blocks, or in a broadcast the part
	Share float64 // how much of it is there, up to 1
}

// Holdings returns what the nodes hold before the first message.
func (f *Figure) Holdings() *Holdings {
	h := &Holdings{figure: f, held: make([]map[slot]string, f.P), early: make([]map[slot]string, f.P)}
	for node := range h.held {
		h.held[node], h.early[node] = map[slot]string{}, map[slot]string{}
		if f.Info.Op == catalog.Barrier {
			h.held[node][slot{}] = string(rune(node))
		} else if f.Info.Op != catalog.Exscan { // which leaves out the node's own
			h.put(node, input(f.Info.Op, f.P, f.M, node, f.Root))
		}
	}
	return h
}

// Leaves takes away from the sender what moves with the message, and reports whether anything does: not where data are copied or
// everybody gets the sum.
func (h *Holdings) Leaves(a Arrow) bool {
	switch h.figure.Info.Op {
	case catalog.Bcast, catalog.Allgather, catalog.Allreduce, catalog.Scan, catalog.Exscan, catalog.Barrier:
		return false
	}
	for _, w := range a.words {
		s := h.slot(w)
		if missing := minus(w.from, h.held[a.From][s]); missing != "" {
			h.early[a.From][s] = union(h.early[a.From][s], missing)
		}
		delete(h.held[a.From], s)
	}
	return len(a.words) > 0
}

// Knows is what a barrier's message carries, which has no words: who has come, as the sender knows when it sends.
func (h *Holdings) Knows(node int) string { return h.held[node][slot{}] }

// Arrives gives the receiver what the message carries.
func (h *Holdings) Arrives(a Arrow, known string) {
	if h.figure.Info.Op == catalog.Barrier {
		h.held[a.To][slot{}] = union(h.held[a.To][slot{}], known)
		return
	}
	words := a.words
	if op := h.figure.Info.Op; op == catalog.Scan || op == catalog.Exscan { // what is from higher labels goes into messages only
		words = slices.DeleteFunc(slices.Clone(words), func(w word) bool {
			last := int(slices.Max([]rune(w.from)))
			return last > a.To || last == a.To && op == catalog.Exscan
		})
	}
	h.put(a.To, words)
}

func (h *Holdings) put(node int, words []word) {
	for _, w := range words {
		s := h.slot(w)
		early := h.early[node][s]
		h.early[node][s] = minus(early, w.from)
		if from := minus(w.from, early); from != "" {
			h.held[node][s] = union(h.held[node][s], from)
		}
	}
}

func (h *Holdings) slot(w word) slot {
	if h.figure.Info.Op.Reduces() {
		return slot{"", w.to, w.part}
	}
	return slot(w)
}

// union returns the labels that are in one of two sets, ascending.
func union(a, b string) string {
	all := append([]rune(a), []rune(b)...)
	slices.Sort(all)
	return string(slices.Compact(all))
}

// minus returns the labels that are in one set and not in another.
func minus(a, b string) string {
	return strings.Map(func(label rune) rune {
		if strings.ContainsRune(b, label) {
			return -1
		}
		return label
	}, a)
}

// words returns what a node holds, in order.
func (h *Holdings) words(node int) (all []word) {
	for s, from := range h.held[node] {
		all = append(all, word{from, s.to, s.part})
	}
	slices.SortFunc(all, func(a, b word) int {
		first := func(w word) int { return int([]rune(w.from)[0]) }
		return cmp.Or(cmp.Compare(first(a), first(b)), cmp.Compare(a.to, b.to), cmp.Compare(a.part, b.part))
	})
	return all
}

// Of names what a node holds, in the format of Arrow.Data, and returns it as blocks.
func (h *Holdings) Of(node int) (name string, blocks []Block) {
	if h.figure.Info.Op == catalog.Barrier {
		labels := labelsIn(h.held[node][slot{}])
		for _, label := range labels {
			blocks = append(blocks, Block{label, 1})
		}
		return ranges(labels), blocks
	}
	words := h.words(node)
	return h.figure.label(words), h.figure.blocks(words)
}

// Blocks returns what a message carries as blocks.
func (f *Figure) Blocks(a Arrow) []Block { return f.blocks(a.words) }

// blocks returns words as blocks, ascending. In an all-to-all there is one for each pair of nodes.
func (f *Figure) blocks(words []word) (all []Block) {
	share := map[[2]int]float64{} // by label, and in an all-to-all by destination
	m := float64(max(1, f.M))
	for _, w := range words {
		switch f.Info.Op {
		case catalog.Bcast:
			share[[2]int{w.part}]++
		case catalog.Scatter:
			share[[2]int{w.to}] += 1 / m
		case catalog.ReduceScatter:
			share[[2]int{w.to}] += float64(len([]rune(w.from))) / m / float64(f.P)
		case catalog.Alltoall:
			share[[2]int{labelsIn(w.from)[0], w.to}] += 1 / m
		default:
			for _, label := range labelsIn(w.from) {
				share[[2]int{label}] += 1 / m
			}
		}
	}
	for key, part := range share {
		all = append(all, Block{key[0], part})
	}
	slices.SortFunc(all, func(a, b Block) int { return cmp.Or(cmp.Compare(a.Label, b.Label), cmp.Compare(a.Share, b.Share)) })
	return all
}

func labelsIn(from string) (labels []int) {
	for _, label := range from {
		labels = append(labels, int(label))
	}
	return labels
}
