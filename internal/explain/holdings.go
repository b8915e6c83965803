package explain

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"topocoll/catalog"
)

// Holdings tracks the data that each node holds while the messages of a figure start and arrive, in any order
// that can occur in a run. For each word of a node, it stores the set of labels whose values are combined
// there. A run may divide messages into longer segments than the figure does, so data may leave a node before
// their arrival is recorded. When such data arrive, they are not added to the node.
type Holdings struct {
	notation
	data      []map[wordKey]string // for each node: the sources of each word, by the word's key
	sentEarly []map[wordKey]string // for each node: data that were sent on before their arrival was recorded
}

// A wordKey identifies a word of a block on one node. Words that are combined with each other have the same
// key. In operations that combine no words, the blocks of different nodes have different keys.
type wordKey struct {
	sources   string // "" for words that are combined
	to, index int
}

// Holdings returns the data that the nodes hold before the first message.
func (f *Figure) Holdings() *Holdings {
	h := &Holdings{f.notation(), make([]map[wordKey]string, f.P), make([]map[wordKey]string, f.P)}
	for node := range h.data {
		h.data[node], h.sentEarly[node] = map[wordKey]string{}, map[wordKey]string{}
		if f.Info.Op == catalog.Barrier {
			h.data[node][wordKey{}] = string(rune(node))
		} else if f.Info.Op != catalog.Exscan { // an exclusive scan omits the node's own value
			h.addWords(node, inputWords(f.Info.Op, f.P, f.M, node, f.Root))
		}
	}
	return h
}

// Leaves records that a message leaves its sender, and reports whether data were removed from the sender. In
// an operation that copies data, and in Allreduce, Scan and Exscan, the sender keeps its data.
func (h *Holdings) Leaves(a Arrow) bool {
	switch h.op {
	case catalog.Bcast, catalog.Allgather, catalog.Allreduce, catalog.Scan, catalog.Exscan, catalog.Barrier:
		return false
	}
	for _, w := range a.words {
		s := h.keyOf(w)
		if missing := difference(w.sources, h.data[a.From][s]); missing != "" {
			h.sentEarly[a.From][s] = union(h.sentEarly[a.From][s], missing)
		}
		delete(h.data[a.From], s)
	}
	return len(a.words) > 0
}

// Knows returns the set of nodes that a node knows to have called the barrier. The set contains the node
// itself. The messages of a barrier have no words; each one carries the sender's set.
func (h *Holdings) Knows(node int) string { return h.data[node][wordKey{}] }

// Arrives records that a message arrives, and adds its data to the receiver. In a barrier, `known` is the set
// that the message carries (see Knows).
func (h *Holdings) Arrives(a Arrow, known string) {
	if h.op == catalog.Barrier {
		h.data[a.To][wordKey{}] = union(h.data[a.To][wordKey{}], known)
		return
	}
	words := a.words
	// In a scan, a node forwards the values of nodes with higher labels, but does not add them to its result.
	if op := h.op; op == catalog.Scan || op == catalog.Exscan {
		words = slices.DeleteFunc(slices.Clone(words), func(w word) bool {
			last := int(slices.Max([]rune(w.sources)))
			return last > a.To || last == a.To && op == catalog.Exscan
		})
	}
	h.addWords(a.To, words)
}

func (h *Holdings) addWords(node int, words []word) {
	for _, w := range words {
		s := h.keyOf(w)
		early := h.sentEarly[node][s]
		h.sentEarly[node][s] = difference(early, w.sources)
		if from := difference(w.sources, early); from != "" {
			h.data[node][s] = union(h.data[node][s], from)
		}
	}
}

func (h *Holdings) keyOf(w word) wordKey {
	if h.op.Reduces() {
		return wordKey{"", w.to, w.index}
	}
	return wordKey(w)
}

// union returns the labels in at least one of two sets, in ascending order.
func union(a, b string) string {
	all := append([]rune(a), []rune(b)...)
	slices.Sort(all)
	return string(slices.Compact(all))
}

// difference returns the labels that are in `a` and not in `b`.
func difference(a, b string) string {
	return strings.Map(func(label rune) rune {
		if strings.ContainsRune(b, label) {
			return -1
		}
		return label
	}, a)
}

// wordsOf returns the words of a node, sorted by the first source, the destination and the index.
func (h *Holdings) wordsOf(node int) (all []word) {
	for s, from := range h.data[node] {
		all = append(all, word{from, s.to, s.index})
	}
	slices.SortFunc(all, func(a, b word) int {
		first, _ := utf8.DecodeRuneInString(a.sources)
		other, _ := utf8.DecodeRuneInString(b.sources)
		return cmp.Or(cmp.Compare(first, other), cmp.Compare(a.to, b.to), cmp.Compare(a.index, b.index))
	})
	return all
}

// NodeData returns the data of a node in the format of Arrow.Data, and as blocks.
func (h *Holdings) NodeData(node int) (name string, blocks []Block) {
	if h.op == catalog.Barrier {
		labels := labelsIn(h.data[node][wordKey{}])
		for _, label := range labels {
			blocks = append(blocks, Block{label, 1})
		}
		return ranges(labels), blocks
	}
	words := h.wordsOf(node)
	return h.label(words), h.blocks(words)
}

// maxPartialSums limits the size of a figure with partial sums: the number of words on all nodes, times the
// number of steps.
const maxPartialSums = 1 << 21

// dataByStep returns the data of every node before each step and after the last step, in the format of
// Arrow.Data. In a scan, the data are the partial result. The result is nil for a barrier, for a broadcast,
// and for a reduction with too many words.
func (f *Figure) dataByStep() (all [][]string) {
	op := f.Info.Op
	if op == catalog.Bcast || op == catalog.Barrier ||
		op.Reduces() && f.P*op.In(f.P, f.M, 0, f.Root)*(1+len(f.Steps)) > maxPartialSums {
		return nil
	}
	h := f.Holdings()
	record := func() {
		labels := make([]string, f.P)
		for node := range labels {
			labels[node] = h.label(h.wordsOf(node))
		}
		all = append(all, labels)
	}
	record()
	for _, arrows := range f.Steps {
		for _, a := range arrows {
			h.Leaves(a)
		}
		for _, a := range arrows {
			h.Arrives(a, "")
		}
		record()
	}
	return all
}

// legibleDataByStep returns the result of dataByStep, or nil if the figure has too many nodes to be legible.
func (f *Figure) legibleDataByStep() [][]string {
	const legible = 32
	if f.P > legible {
		return nil
	}
	return f.dataByStep()
}
