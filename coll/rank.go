package coll

import (
	"cmp"
	"fmt"
	"slices"

	"topocoll/catalog"
	"topocoll/topo"
)

// A Call is what a choice depends on. It has to be the same on every rank.
type Call struct {
	Op      catalog.Collective
	P       int
	Bytes   int  // of one rank's block, as bench counts them
	Ordered bool // the operator does not commute
	Shift   int  // the distance of a shift
}

// A Candidate is one way to carry out a call.
type Candidate struct {
	ID      string
	Segment int       // bytes of the longest message; 0: messages are whole
	Mesh    topo.Mesh // of a mesh algorithm; nil: as nearly square as p allows
	Time    float64   // µs, by the model
	Formula bool      // the time is that of the book's formula, as if messages never met
}

// The limits of what is scheduled. They keep a candidate at a few milliseconds.
const (
	mostRanks   = 64      // beyond them the formulas decide
	mostPacked  = 16      // ranks up to which trees and routes are packed into any network
	mostFromAll = 32      // ranks up to which every rank is a root, where trees are packed quickly
	mostWords   = 1 << 14 // of all buffers of a recorded call
	mostSteps   = 1 << 13 // of a job
	leastCut    = 1024    // bytes of a segment
	mostPieces  = 64      // of a message
	cutBest     = 3       // candidates whose messages are tried cut in any case
)

// Rank returns the algorithms that can carry out a call on a machine, with their times by the model, the fastest first. Each is
// recorded on all ranks, with fewer words that stand for more if there are many, and its plans are scheduled: see plan.Job.Schedule.
// The messages of the fastest, and of those over packed trees, are also cut, where that makes them faster still. On more than 64 ranks, where recording takes too
// long, the times are those of the book's formulas, and algorithms without one are left out.
//
// The order depends on the arguments only. Of equally fast algorithms, the first one in the catalog goes first.
func Rank(call Call, m Machine) ([]Candidate, error) {
	if call.P < 1 {
		return nil, fmt.Errorf("coll: Rank: %d ranks, want 1 or more", call.P)
	}
	if !slices.Contains(catalog.Collectives(), call.Op) {
		return nil, fmt.Errorf("coll: Rank: operation %q, want one of %v", call.Op, catalog.Collectives())
	}
	if call.Bytes < 0 {
		return nil, fmt.Errorf("coll: Rank: %d bytes, want 0 or more", call.Bytes)
	}
	l, err := lay(m, call.P)
	if err != nil {
		return nil, err
	}
	return l.rank(call, rowsOf(call))
}

// rowsOf returns the algorithms that take a call.
func rowsOf(call Call) (rows []catalog.Row[byte]) {
	for _, row := range catalog.Rows[byte]() {
		if row.Op == call.Op && row.Takes(call.P) && !(row.Commutative && call.Ordered) {
			rows = append(rows, row)
		}
	}
	return rows
}

// rank orders rows by their times.
func (l *layout) rank(call Call, rows []catalog.Row[byte]) ([]Candidate, error) {
	timed := l.scheduled
	if l.p > mostRanks {
		timed = l.byFormula
	}
	var list []*recorded
	for _, row := range rows {
		if !row.TakesMesh(l.mesh) || row.Topology() == "network" && !l.packs(row.Info) {
			continue
		}
		r := &recorded{layout: l, call: call, row: row, Candidate: Candidate{ID: row.ID}}
		if row.OnMesh() {
			r.Mesh = l.mesh
		}
		found, err := timed(r)
		if err != nil {
			return nil, fmt.Errorf("coll: %s: %w", row.ID, err)
		}
		if found {
			list = append(list, r)
		}
	}
	sort(list)
	for i, r := range list {
		if packed := r.row.Topology() == "network" && r.row.Radix == 0; i >= cutBest && !packed { // such trees are deep, and made for pieces
			continue
		}
		if err := r.cut(); err != nil {
			return nil, fmt.Errorf("coll: %s: %w", r.ID, err)
		}
	}
	sort(list)
	candidates := make([]Candidate, len(list))
	for i, r := range list {
		candidates[i] = r.Candidate
	}
	return candidates, nil
}

// packs reports whether what an algorithm for any network needs is packed, and its call recorded, in a time that does not matter. Those of
// a radix need an order of the nodes only.
func (l *layout) packs(info catalog.Info) bool {
	most := mostPacked
	switch info.Op {
	case catalog.Scatter, catalog.Gather, catalog.Alltoall: // routes are found one by one
	case catalog.Bcast, catalog.Reduce:
		if l.quick {
			most = mostRanks
		}
	default:
		if l.quick {
			most = mostFromAll
		}
	}
	if info.Radix > 0 {
		most = mostRanks
	}
	return l.p <= most
}

// sort puts the fastest first. Times that differ only in the last digits, which come from the order of summation, are equal.
func sort(list []*recorded) {
	slices.SortStableFunc(list, func(a, b *recorded) int { return cmp.Compare(float32(a.Time), float32(b.Time)) })
}
