package explain

import (
	"cmp"
	"slices"
	"strings"

	"topocoll/catalog"
)

// Holdings tracks the data that each node holds during the messages of a figure, in any order that a run may
// have. The values of a slot are held once, as the set of all labels that are combined in them. A run may
// divide messages into longer segments than the figure does. Data may then leave a node before their arrival
// there is recorded. Such data are not held when they arrive.
type Holdings struct {
	figure *Figure
	held   []map[slot]string // by node: the labels whose values are combined in each slot, as in word.from
	early  []map[slot]string // by node: data that left before they arrived
}

// A slot is a place for a word of a block. If words are moved and not combined, every node's block has its
// own slots.
type slot struct {
	from     string // "" for words that are combined
	to, part int
}

// A Block is a part of a node's data.
type Block struct {
	// Label identifies the block. In a scatter or a reduce-scatter, it is the node that gets the block. In a
	// broadcast, it is the number of the part. In other operations, it is the node that the block comes from.
	Label int
	Share float64 // available share of the block, up to 1
}

// Holdings returns the data that the nodes hold before the first message.
func (f *Figure) Holdings() *Holdings {
	h := &Holdings{figure: f, held: make([]map[slot]string, f.P), early: make([]map[slot]string, f.P)}
	for node := range h.held {
		h.held[node], h.early[node] = map[slot]string{}, map[slot]string{}
		if f.Info.Op == catalog.Barrier {
			h.held[node][slot{}] = string(rune(node))
		} else if f.Info.Op != catalog.Exscan { // an exclusive scan omits the node's own value
			h.put(node, input(f.Info.Op, f.P, f.M, node, f.Root))
		}
	}
	return h
}

// Leaves removes the data of a message from the sender, and reports whether it has removed any. In an
// operation that copies data, and in Allreduce, Scan and Exscan, the sender keeps its data.
func (h *Holdings) Leaves(a Arrow) bool {
	switch h.figure.Info.Op {
	case catalog.Bcast, catalog.Allgather, catalog.Allreduce, catalog.Scan, catalog.Exscan, catalog.Barrier:
		return false
	}
	for _, w := range a.words {
		s := h.slot(w)
		if missing := difference(w.from, h.held[a.From][s]); missing != "" {
			h.early[a.From][s] = union(h.early[a.From][s], missing)
		}
		delete(h.held[a.From], s)
	}
	return len(a.words) > 0
}

// Knows returns the set of nodes that a node knows to have called the barrier. This set is the content of the
// messages that the node sends in a barrier, which have no words.
func (h *Holdings) Knows(node int) string { return h.held[node][slot{}] }

// Arrives gives the receiver the data of the message. For a barrier, the parameter known is what Knows has
// returned for the sender.
func (h *Holdings) Arrives(a Arrow, known string) {
	if h.figure.Info.Op == catalog.Barrier {
		h.held[a.To][slot{}] = union(h.held[a.To][slot{}], known)
		return
	}
	words := a.words
	// A node passes values of higher labels on in its messages, and does not add them to its result.
	if op := h.figure.Info.Op; op == catalog.Scan || op == catalog.Exscan {
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
		h.early[node][s] = difference(early, w.from)
		if from := difference(w.from, early); from != "" {
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

// union returns the labels that are in at least one of two sets, in ascending order.
func union(a, b string) string {
	all := append([]rune(a), []rune(b)...)
	slices.Sort(all)
	return string(slices.Compact(all))
}

// difference returns the labels that are in a and not in b.
func difference(a, b string) string {
	return strings.Map(func(label rune) rune {
		if strings.ContainsRune(b, label) {
			return -1
		}
		return label
	}, a)
}

// words returns the data of a node, sorted.
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

// NodeData returns the data of a node in the format of Arrow.Data, and as blocks.
func (h *Holdings) NodeData(node int) (name string, blocks []Block) {
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

// Blocks returns the data of a message as blocks.
func (f *Figure) Blocks(a Arrow) []Block { return f.blocks(a.words) }

// blocks returns words as blocks, in ascending order. In an all-to-all, each pair of nodes has a block.
func (f *Figure) blocks(words []word) (all []Block) {
	share := map[[2]int]float64{} // by label, and in an all-to-all by destination too
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
	slices.SortFunc(all,
		func(a, b Block) int { return cmp.Or(cmp.Compare(a.Label, b.Label), cmp.Compare(a.Share, b.Share)) })
	return all
}

func labelsIn(from string) (labels []int) {
	for _, label := range from {
		labels = append(labels, int(label))
	}
	return labels
}

// distributes reports whether the operation moves data without combining them. If it does, Held can follow
// the data of each node.
func (f *Figure) distributes() bool {
	return slices.Contains(
		[]catalog.Collective{catalog.Allgather, catalog.Gather, catalog.Scatter, catalog.Alltoall,
			catalog.Shift}, f.Info.Op)
}

// Held returns the data of every node before each step and after the last one, in the format of Arrow.Data.
func (f *Figure) Held() [][]string {
	held := make([][]word, f.P)
	for node := range held {
		held[node] = input(f.Info.Op, f.P, f.M, node, f.Root)
	}
	all := [][]string{f.labels(held)}
	for _, arrows := range f.Steps {
		for _, a := range arrows {
			if f.Info.Op != catalog.Allgather { // the sender does not keep the data
				held[a.From] =
					slices.DeleteFunc(held[a.From], func(w word) bool { return slices.Contains(a.words, w) })
			}
		}
		for _, a := range arrows {
			held[a.To] = append(held[a.To], a.words...)
		}
		all = append(all, f.labels(held))
	}
	return all
}

func (f *Figure) labels(held [][]word) []string {
	labels := make([]string, len(held))
	for node, words := range held {
		slices.SortFunc(words, func(a, b word) int {
			if a.from != b.from {
				return int([]rune(a.from)[0]) - int([]rune(b.from)[0])
			}
			return a.to - b.to
		})
		labels[node] = f.label(words)
	}
	return labels
}
