package bench

import (
	"fmt"
	"slices"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/coll"
)

// unlikelyRows returns the algorithms of other libraries that are not expected to win on p ranks of a
// machine. For each of them, the model of package coll predicts at all three sizes that it does not beat the
// best algorithm of the book by the margin of the verdicts. An algorithm without a prediction is not
// returned.
func unlikelyRows(cfg Config, p int, machine coll.Machine, step func()) (ids []string, err error) {
	for _, op := range cfg.Ops() {
		rows := slices.DeleteFunc(cfg.ourAlgorithms(op, p),
			func(row catalog.Info) bool { return !row.OfLibraries() })
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
			ofTheBook :=
				slices.IndexFunc(candidates, func(c coll.Candidate) bool { return !infoOf(c).OfLibraries() })
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

func infoOf(c coll.Candidate) catalog.Info {
	row, _ := catalog.Find[byte](c.ID)
	return row.Info
}

// threeSizes returns the smallest, a middle and the largest size.
func threeSizes(sizes []int) []int {
	sorted := slices.Sorted(slices.Values(sizes))
	if n := len(sorted); n > 3 {
		return []int{sorted[0], sorted[n/2], sorted[n-1]}
	}
	return sorted
}

// Only a few algorithms of other libraries enter a race, so that it takes hardly longer. They are the ones
// that could win if the model is slightly wrong.
const (
	mostEntrants = 3
	nearBest     = 1.15 // largest predicted time, divided by the time of the book's fastest algorithm
)

// entrants returns the ids of the algorithms of other libraries that enter a race. The model of package coll
// predicts that they are the fastest of these for the call, and hardly slower than the book's best algorithm.
// Algorithms without a prediction do not enter.
func entrants(call coll.Call, machine coll.Machine) (ids []string, err error) {
	candidates, err := coll.Rank(call, machine)
	if err != nil {
		return nil, fmt.Errorf("bench: %w", err)
	}
	ofTheBook := slices.IndexFunc(candidates, func(c coll.Candidate) bool { return !infoOf(c).OfLibraries() })
	for _, c := range candidates {
		if ofTheBook >= 0 && len(ids) < mostEntrants && infoOf(c).OfLibraries() &&
			c.Time <= nearBest*candidates[ofTheBook].Time {
			ids = append(ids, c.ID)
		}
	}
	return ids, nil
}
