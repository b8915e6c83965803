package coll

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"topocoll/catalog"
	"topocoll/tuned"
)

// findChoice returns the choice for blocks with the given number of words. For a call with counts, pass the
// mean number of words.
func (w *World[T]) findChoice(op operation, words int, k callKind) (*choice[T], error) {
	bytes := words * wordBytes[T]()
	for _, known := range w.choices[op] {
		if known.appliesTo(bytes, k) {
			return known, nil
		}
	}
	selected, err := w.layout.findSelection(op, bytes, k, &w.options)
	if err != nil {
		return nil, err
	}
	ch := w.bindSelection(selected)
	w.choices[op] = append(w.choices[op], ch)
	return ch, nil
}

// unlimitedSegment is a segment length in words that exceeds every message.
const unlimitedSegment = 1 << 40

func (w *World[T]) bindSelection(s *selection) *choice[T] {
	ch := &choice[T]{selection: *s}
	if word := wordBytes[T](); ch.Segment > 0 && word > 0 {
		ch.segmentWords = (ch.Segment + word - 1) / word
	}
	row, found := w.rows[ch.ID]
	if !found {
		plain, _ := catalog.Find[T](ch.ID)
		row = catalog.Compiled(plain)
		w.rows[ch.ID] = row
	}
	ch.row = row
	if ch.segmentArgument = ch.segmentWords; ch.segmentWords == 0 && row.Pipelined() {
		ch.segmentArgument = unlimitedSegment
	}
	// An algorithm from a table was measured on a mesh with two dimensions if it cannot use this mesh.
	if row.OnMesh() && row.TakesMesh(w.layout.mesh) {
		ch.Mesh = w.layout.mesh
	}
	if row.Topology() == "network" {
		ch.network = w.layout.packedNetwork
	}
	return ch
}

// findSelection returns the selection for a call. All worlds with this layout share it.
func (l *layout) findSelection(op operation, bytes int, k callKind, o *options) (*selection, error) {
	for _, known := range l.selected[op] {
		if known.appliesTo(bytes, k) {
			return known, nil
		}
	}
	s, err := l.selectAlgorithm(op, bytes, k, o)
	if err == nil {
		l.selected[op] = append(l.selected[op], s)
	}
	return s, err
}

// selectAlgorithm selects an algorithm for a size class, or for the range of an entry of the tuning table.
func (l *layout) selectAlgorithm(op operation, bytes int, k callKind, o *options) (*selection, error) {
	coll := op.collective()
	s := &selection{callKind: k}
	s.minBytes, s.maxBytes = sizeClass(bytes)
	call := Call{Op: coll, P: l.p, Bytes: s.minBytes, Ordered: k.ordered, Shift: k.shift}
	rows := usableRows(call)
	if o.deterministic {
		rows = deterministicRows(rows, l.p)
	}
	if k.hasCounts {
		rows = slices.DeleteFunc(rows, func(row catalog.Row[byte]) bool { return !row.Vector })
	}
	table := cmp.Or(o.table, new(tuned.Table))
	if given, found := table.Choose(coll, tuned.JobOn(l.On), bytes); found {
		to := math.MaxInt
		if given.To != nil {
			to = *given.To
		}
		id, _, _ := strings.Cut(given.Algo, "=") // without parameters
		if slices.ContainsFunc(rows, func(row catalog.Row[byte]) bool { return row.ID == id }) {
			s.Candidate = Candidate{ID: given.Algo, Segment: given.Segment}
			s.minBytes, s.maxBytes = given.From, to
		} else {
			s.minBytes, s.maxBytes = max(s.minBytes, given.From), min(s.maxBytes, to)
		}
	}
	if s.ID == "" {
		list, err := l.sortedCandidates(call, rows)
		switch {
		case err != nil:
			return nil, err
		case len(list) == 0:
			return nil, fmt.Errorf("coll: no algorithm for %s on %d ranks", coll, l.p)
		}
		s.Candidate = list[0]
		row, _ := catalog.FindByteRow(s.ID)
		if row.Pipelined() && s.Segment >= call.Bytes && call.Bytes > 0 { // no message in this class is divided
			_, s.Segment = sizeClass(bytes)
		}
	}
	return s, nil
}

// sizeClass returns the range of sizes around the given size for which the model makes the same choice. A
// class contains the sizes from 2^k to 2^(k+1)-1 bytes, or only 0 bytes.
func sizeClass(bytes int) (from, to int) {
	if bytes == 0 {
		return 0, 0
	}
	from = 1 << (bits.Len(uint(bytes)) - 1)
	return from, from + (from - 1)
}
