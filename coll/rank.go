package coll

import (
	"cmp"
	"fmt"
	"slices"

	"topocoll/catalog"
)

// maxAllRootsRanks is the largest number of ranks for trees from all roots, if packing is fast.
const maxAllRootsRanks = 32

// segmentedCandidates is the number of fastest candidates for which segment sizes are always tried.
const segmentedCandidates = 3

// Rank returns the algorithms for a call on a machine with their predicted times, the fastest first. It
// records each algorithm on all ranks and schedules its plans: see plan.Job.Schedule. If a call has many
// words, the recording has fewer and larger words. The fastest algorithms, and the algorithms over packed
// trees, are also tried with segments. With more than 64 ranks, recording would take too long. Rank then uses
// formulas, such as those of the textbook, and omits algorithms without a formula.
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
	l, err := newLayout(m, call.P)
	if err != nil {
		return nil, err
	}
	return l.sortedCandidates(call, usableRows(call))
}

// usableRows returns the algorithms that can execute a call.
func usableRows(call Call) (rows []catalog.Row[byte]) {
	for _, row := range catalog.ByteRows() {
		if row.Op == call.Op && row.Takes(call.P) && !(row.Commutative && call.Ordered) {
			rows = append(rows, row)
		}
	}
	return rows
}

// sortedCandidates returns the algorithms of rows with their predicted times, the fastest first.
func (l *layout) sortedCandidates(call Call, rows []catalog.Row[byte]) ([]Candidate, error) {
	computeTime := l.timeBySchedule
	if l.p > maxScheduledRanks {
		computeTime = l.timeByFormula
	}
	var list []*recordedCandidate
	for _, row := range rows {
		if !row.TakesMesh(l.mesh) || row.Topology() == "network" && !l.canPack(row.Info) {
			continue
		}
		r := &recordedCandidate{layout: l, call: call, row: row, Candidate: Candidate{ID: row.ID}}
		if row.OnMesh() {
			r.Mesh = l.mesh
		}
		found, err := computeTime(r)
		if err != nil {
			return nil, fmt.Errorf("coll: %s: %w", row.ID, err)
		}
		if found {
			list = append(list, r)
		}
	}
	sortByTime(list)
	for i, r := range list {
		// the packed trees are deep, so they need segments
		packed := r.row.Topology() == "network" && r.row.Radix == 0
		if i >= segmentedCandidates && !packed && !r.isJustAboveEager() && !r.isTooLong(r.longestMessage()) {
			continue
		}
		if err := r.chooseSegment(); err != nil {
			return nil, fmt.Errorf("coll: %s: %w", r.ID, err)
		}
	}
	sortByTime(list)
	candidates := make([]Candidate, len(list))
	for i, r := range list {
		candidates[i] = r.Candidate
	}
	return candidates, nil
}

// canPack reports whether the trees of an algorithm of package network can be packed and recorded fast
// enough. Algorithms with a radix need no trees. Algorithms with two levels are always allowed, because they
// also have formulas for more than 64 ranks.
func (l *layout) canPack(info catalog.Info) bool {
	if info.Between != "" {
		return true
	}
	maxRanks := maxPackedRanks
	switch info.Op {
	case catalog.Scatter, catalog.Gather, catalog.Alltoall: // each route needs a search, so only for few ranks
	case catalog.Bcast, catalog.Reduce:
		if l.packsQuickly {
			maxRanks = maxScheduledRanks
		}
	default:
		if l.packsQuickly {
			maxRanks = maxAllRootsRanks
		}
	}
	if info.Radix > 0 {
		maxRanks = maxScheduledRanks
	}
	return l.p <= maxRanks
}

// sortByTime sorts candidates by time, and candidates with equal times by number of rounds. Times that differ
// only in the last digits count as equal, because such differences come from the order of summation.
func sortByTime(list []*recordedCandidate) {
	slices.SortStableFunc(list, func(a, b *recordedCandidate) int {
		return cmp.Or(cmp.Compare(float32(a.Time), float32(b.Time)), a.rounds-b.rounds)
	})
}
