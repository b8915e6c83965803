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

// A choice is the algorithm for the calls of one operation, kind and range of sizes.
type choice[T any] struct {
	Candidate
	kind
	from, to int // bytes of a block, both included
	row      catalog.CompiledRow[T]
	words    int // of a segment; 0: whole messages
	network  *pack.Network
}

// A kind has the properties of a call, besides operation and bytes, that a choice depends on.
type kind struct {
	ordered bool // the operator does not commute
	counted bool // the calls have a count for each rank
	shift   int
}

// has reports whether a choice applies to a call.
func (ch *choice[T]) has(bytes int, k kind) bool {
	return ch != nil && bytes >= ch.from && bytes <= ch.to && k == ch.kind
}

// complete adds the choice to the arguments of a call.
func (ch *choice[T]) complete(a *catalog.Args[T]) {
	a.Mesh, a.Network, a.Segment, a.Cut = ch.Mesh, ch.network, ch.words, ch.words
}

// find returns the choice for blocks of so many words. With counts, it is the average number.
func (w *World[T]) find(op operation, words int, k kind) (*choice[T], error) {
	bytes := words * wordBytes[T]()
	if last := w.last[op]; last.has(bytes, k) {
		return last, nil
	}
	for _, known := range w.known[op] {
		if known.has(bytes, k) {
			w.last[op] = known
			return known, nil
		}
	}
	ch, err := w.choose(op, bytes, k)
	if err != nil {
		return nil, err
	}
	w.known[op] = append(w.known[op], ch)
	w.last[op] = ch
	return ch, nil
}

func wordBytes[T any]() int {
	var word T
	return int(unsafe.Sizeof(word))
}

// choose makes a choice for a class of sizes, or for a range of the table.
func (w *World[T]) choose(op operation, bytes int, k kind) (*choice[T], error) {
	coll := op.collective()
	ch := &choice[T]{kind: k}
	ch.from, ch.to = class(bytes)
	call := Call{Op: coll, P: w.Size(), Bytes: ch.from, Ordered: k.ordered, Shift: k.shift}
	rows := w.options.rows(call)
	if k.counted {
		rows = slices.DeleteFunc(rows, func(row catalog.Row[byte]) bool { return !row.Vector })
	}
	if given, found := w.options.tuned(coll, w.layout.job(), bytes); found {
		to := math.MaxInt
		if given.To != nil {
			to = *given.To
		}
		id, _, _ := strings.Cut(given.Algo, "=") // without the radix
		if slices.ContainsFunc(rows, func(row catalog.Row[byte]) bool { return row.ID == id }) {
			ch.Candidate = Candidate{ID: given.Algo, Segment: given.Segment}
			ch.from, ch.to = given.From, to
		} else {
			ch.from, ch.to = max(ch.from, given.From), min(ch.to, to)
		}
	}
	if ch.ID == "" {
		list, err := w.layout.rank(call, rows)
		switch {
		case err != nil:
			return nil, err
		case len(list) == 0:
			return nil, fmt.Errorf("coll: no algorithm for %s on %d ranks", coll, w.Size())
		}
		ch.Candidate = list[0]
		if ch.Segment >= call.Bytes && call.Bytes > 0 { // whole messages at all sizes of the class
			_, ch.Segment = class(bytes)
		}
	}
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
	if row.OnMesh() {
		ch.Mesh = w.layout.mesh
	}
	if row.Topology() == "network" {
		ch.network = w.layout.packed
	}
	return ch, nil
}

// class returns the smallest and the largest size of the class of sizes for which the model makes one choice.
func class(bytes int) (from, to int) {
	if bytes == 0 {
		return 0, 0
	}
	from = 1 << (bits.Len(uint(bytes)) - 1)
	return from, from + (from - 1)
}

// rows returns the algorithms that take a call with these options.
func (o *options) rows(call Call) []catalog.Row[byte] {
	rows := rowsOf(call)
	if o.deterministic {
		rows = fixed(rows, call.P)
	}
	return rows
}

// tuned returns the entry of the table for a call.
func (o *options) tuned(coll catalog.Collective, job tuned.Job, bytes int) (tuned.Choice, bool) {
	if o.table == nil {
		return tuned.Choice{}, false
	}
	return o.table.Choose(coll, job, bytes)
}
