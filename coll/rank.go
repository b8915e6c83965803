package coll

import (
	"cmp"
	"fmt"
	"slices"

	"topocoll/catalog"
	"topocoll/topo"
)

// A Call describes a collective call for which Rank predicts times. It must be the same on every rank.
type Call struct {
	Op      catalog.Collective
	P       int
	Bytes   int  // size of one rank's block in bytes, as in topocoll bench
	Ordered bool // the operator does not commute
	Shift   int  // the distance of a shift
}

// A Candidate is an algorithm that can execute a call, with its segment size and its predicted time.
type Candidate struct {
	ID      string
	Segment int       // segment size in bytes; 0: messages are not divided
	Mesh    topo.Mesh // extents of the mesh for a mesh algorithm; nil: as square as possible
	Time    float64   // predicted time in µs
	Formula bool      // Time comes from the textbook's formula, which ignores contention
}

// These limits keep the time to evaluate a candidate below a few milliseconds.
const (
	mostRanks   = 64      // with more ranks, formulas are used instead of schedules
	mostPacked  = 16      // largest number of ranks for which trees and routes are packed on any network
	mostFromAll = 32      // largest number of ranks for trees from all roots, if packing is fast
	mostWords   = 1 << 14 // maximum number of words in all buffers of a recorded call
	mostSteps   = 1 << 13 // maximum number of steps of all ranks together
	leastCut    = 1024    // shortest segment in bytes
	mostPieces  = 64      // maximum number of segments of a message
	cutBest     = 3       // number of fastest candidates for which segment sizes are always tried
)

// Rank returns the algorithms for a call on a machine with their predicted times, the fastest first. It
// records each algorithm on all ranks and schedules its plans: see plan.Job.Schedule. If a call has many
// words, the recording has fewer and larger words. The fastest algorithms, and the algorithms over packed
// trees, are also tried with segments. With more than 64 ranks, recording would take too long. Rank then uses
// the formulas of the textbook and omits algorithms without a formula.
//
// The order depends on the arguments only. Algorithms with equal times keep the order of the catalog.
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

// rowsOf returns the rows of the catalog whose algorithms can execute a call.
func rowsOf(call Call) (rows []catalog.Row[byte]) {
	for _, row := range catalog.Rows[byte]() {
		if row.Op == call.Op && row.Takes(call.P) && !(row.Commutative && call.Ordered) {
			rows = append(rows, row)
		}
	}
	return rows
}

// rank sorts the algorithms in rows by their predicted times.
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
		// the packed trees are deep, so they need segments
		if packed := r.row.Topology() == "network" && r.row.Radix == 0; i >= cutBest && !packed {
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

// packs reports whether the trees of an algorithm of package network can be packed and recorded fast enough.
// Algorithms with a radix need no trees, only an order of the nodes.
func (l *layout) packs(info catalog.Info) bool {
	most := mostPacked
	switch info.Op {
	case catalog.Scatter, catalog.Gather, catalog.Alltoall: // for few ranks, because each route takes a search
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

// sort sorts candidates by time, the fastest first. Times that differ only in the last digits count as equal,
// because such differences come from the order of summation.
func sort(list []*recorded) {
	slices.SortStableFunc(list,
		func(a, b *recorded) int { return cmp.Compare(float32(a.Time), float32(b.Time)) })
}
