package bench

import (
	"fmt"
	"slices"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/coll"
)

// unlikelyRows returns the algorithms of other libraries that cannot be expected to win on p ranks of a
// machine. At none of three sizes does the model of package coll predict them to be faster than the best of
// the book, by the margin of the verdicts. Algorithms without a prediction stay.
func unlikelyRows(cfg Config, p int, machine coll.Machine, step func()) (ids []string, err error) {
	for _, op := range cfg.Ops() {
		rows := slices.DeleteFunc(cfg.ours(op, p), func(row catalog.Info) bool { return !row.OfLibraries() })
		if len(rows) == 0 {
			continue
		}
		known, wins := map[string]bool{}, map[string]bool{}
		for _, bytes := range threeSizes(cfg.SizesOf(op)) {
			step()
			candidates, err := coll.Rank(coll.Call{Op: op, P: p, Bytes: bytes, Shift: 1}, machine)
			if err != nil {
				return nil, fmt.Errorf("bench: %w", err)
			}
			for _, c := range candidates {
				known[c.ID] = true
			}
			ofTheBook := slices.IndexFunc(candidates, func(c coll.Candidate) bool { return !infoOf(c).OfLibraries() })
			for _, c := range candidates[:max(0, ofTheBook)] {
				wins[c.ID] = wins[c.ID] || c.Time*results.Margin < candidates[ofTheBook].Time
			}
		}
		for _, row := range rows {
			if known[row.ID] && !wins[row.ID] {
				ids = append(ids, row.ID)
			}
		}
	}
	return ids, nil
}

// infoOf returns the algorithm of a candidate.
func infoOf(c coll.Candidate) catalog.Info {
	row, _ := catalog.Find[byte](c.ID)
	return row.Info
}

// threeSizes returns the smallest size, one in the middle and the largest.
func threeSizes(sizes []int) []int {
	sorted := slices.Sorted(slices.Values(sizes))
	if n := len(sorted); n > 3 {
		return []int{sorted[0], sorted[n/2], sorted[n-1]}
	}
	return sorted
}

// Only a few algorithms of other libraries enter a race at a size, so that it takes hardly longer: those that
// would win if the model were a little wrong.
const (
	mostEntrants = 3
	nearBest     = 1.15 // of the time of the fastest of the book
)

// entrants returns the ids of some algorithms of other libraries: the fastest ones for a call by the model of
// package coll, if they take hardly longer than the best of the book. Algorithms without a prediction do not
// enter.
func entrants(call coll.Call, machine coll.Machine) (ids []string, err error) {
	candidates, err := coll.Rank(call, machine)
	if err != nil {
		return nil, fmt.Errorf("bench: %w", err)
	}
	ofTheBook := slices.IndexFunc(candidates, func(c coll.Candidate) bool { return !infoOf(c).OfLibraries() })
	for _, c := range candidates {
		if ofTheBook >= 0 && len(ids) < mostEntrants && infoOf(c).OfLibraries() && c.Time <= nearBest*candidates[ofTheBook].Time {
			ids = append(ids, c.ID)
		}
	}
	return ids, nil
}
