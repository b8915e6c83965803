package coll

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
	"unsafe"

	"topocoll/catalog"
	"topocoll/topo/pack"
	"topocoll/tuned"
)

// A selection is an algorithm and the calls for which it was selected: their kind and their range of sizes.
type selection struct {
	Candidate
	kind
	from, to int // range of block sizes in bytes, both limits inclusive
}

// A choice is a selection together with the data that a world needs to execute it.
type choice[T any] struct {
	selection
	row   catalog.CompiledRow[T]
	words int // length of a segment in words; 0: messages are not divided
	// the segment argument for the algorithm: like words, but `endless` if a pipelined algorithm must not
	// divide messages, because 0 would let the algorithm choose the length
	segment int
	network *pack.Network
}

// A kind holds the properties of a call, besides its operation and size, that determine the algorithm.
type kind struct {
	ordered bool // the operator does not commute
	counted bool // blocks may have different lengths
	shift   int
}

// has reports whether s applies to calls of kind k with blocks of the given size.
func (s *selection) has(bytes int, k kind) bool {
	return bytes >= s.from && bytes <= s.to && k == s.kind
}

// complete sets the arguments of a call that depend on the chosen algorithm.
func (ch *choice[T]) complete(a *catalog.Args[T]) {
	a.Mesh, a.Network, a.Segment, a.Cut = ch.Mesh, ch.network, ch.segment, ch.words
}

// find returns the choice for blocks of the given number of words. In a call with counts, this is the mean
// number.
func (w *World[T]) find(op operation, words int, k kind) (*choice[T], error) {
	bytes := words * wordBytes[T]()
	if last := w.last[op]; last != nil && last.has(bytes, k) {
		return last, nil
	}
	for _, known := range w.known[op] {
		if known.has(bytes, k) {
			w.last[op] = known
			return known, nil
		}
	}
	selected, err := w.layout.find(op, bytes, k, &w.options)
	if err != nil {
		return nil, err
	}
	ch := w.bind(selected)
	w.known[op] = append(w.known[op], ch)
	w.last[op] = ch
	return ch, nil
}

// endless is a segment length in words that exceeds every message.
const endless = 1 << 40

func wordBytes[T any]() int {
	var word T
	return int(unsafe.Sizeof(word))
}

// bind adds to a selection the data that w needs to execute it.
func (w *World[T]) bind(s *selection) *choice[T] {
	ch := &choice[T]{selection: *s}
	if word := wordBytes[T](); ch.Segment > 0 && word > 0 {
		ch.words = (ch.Segment + word - 1) / word
	}
	row, found := w.rows[ch.ID]
	if !found {
		plain, _ := catalog.Find[T](ch.ID)
		row = catalog.Compiled(plain)
		w.rows[ch.ID] = row
	}
	ch.row = row
	if ch.segment = ch.words; ch.words == 0 && row.Pipelined() {
		ch.segment = endless
	}
	if row.OnMesh() {
		ch.Mesh = w.layout.mesh
	}
	if row.Topology() == "network" {
		ch.network = w.layout.packed
	}
	return ch
}

// find returns the selection for a call. All worlds with this layout share the selection.
func (l *layout) find(op operation, bytes int, k kind, o *options) (*selection, error) {
	for _, known := range l.selected[op] {
		if known.has(bytes, k) {
			return known, nil
		}
	}
	s, err := l.choose(op, bytes, k, o)
	if err == nil {
		l.selected[op] = append(l.selected[op], s)
	}
	return s, err
}

// choose selects an algorithm for all sizes in a class, or in the range of an entry of the tuning table.
func (l *layout) choose(op operation, bytes int, k kind, o *options) (*selection, error) {
	coll := op.collective()
	s := &selection{kind: k}
	s.from, s.to = class(bytes)
	call := Call{Op: coll, P: l.p, Bytes: s.from, Ordered: k.ordered, Shift: k.shift}
	rows := o.rows(call)
	if k.counted {
		rows = slices.DeleteFunc(rows, func(row catalog.Row[byte]) bool { return !row.Vector })
	}
	if given, found := o.tuned(coll, l.job(), bytes); found {
		to := math.MaxInt
		if given.To != nil {
			to = *given.To
		}
		id, _, _ := strings.Cut(given.Algo, "=") // without the radix
		if slices.ContainsFunc(rows, func(row catalog.Row[byte]) bool { return row.ID == id }) {
			s.Candidate = Candidate{ID: given.Algo, Segment: given.Segment}
			s.from, s.to = given.From, to
		} else {
			s.from, s.to = max(s.from, given.From), min(s.to, to)
		}
	}
	if s.ID == "" {
		list, err := l.rank(call, rows)
		switch {
		case err != nil:
			return nil, err
		case len(list) == 0:
			return nil, fmt.Errorf("coll: no algorithm for %s on %d ranks", coll, l.p)
		}
		s.Candidate = list[0]
		if s.Segment >= call.Bytes && call.Bytes > 0 { // no message in this class is divided
			_, s.Segment = class(bytes)
		}
	}
	return s, nil
}

// class returns the smallest and the largest size of the class to which a size belongs. A class contains the
// sizes from 2^k to 2^(k+1)-1 bytes, or only 0 bytes. The model makes one choice for each class.
func class(bytes int) (from, to int) {
	if bytes == 0 {
		return 0, 0
	}
	from = 1 << (bits.Len(uint(bytes)) - 1)
	return from, from + (from - 1)
}

// rows returns the algorithms that can execute a call and that the options allow.
func (o *options) rows(call Call) []catalog.Row[byte] {
	rows := rowsOf(call)
	if o.deterministic {
		rows = fixed(rows, call.P)
	}
	return rows
}

// tuned returns the entry of the tuning table for a call.
func (o *options) tuned(coll catalog.Collective, job tuned.Job, bytes int) (tuned.Choice, bool) {
	if o.table == nil {
		return tuned.Choice{}, false
	}
	return o.table.Choose(coll, job, bytes)
}
