package bench

import (
	"fmt"
	"slices"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/coll"
)

// unlikelyRows returns the IDs of other libraries' algorithms (Info.OfLibraries) that are not expected to win
// on p ranks. To win, an algorithm must beat the best textbook algorithm by more than results.Margin at one
// of the threeSizes, according to the model of package coll. Algorithms without a prediction are not
// returned. unlikelyRows calls `step` before each size.
func unlikelyRows(cfg Config, p int, machine coll.Machine, step func()) (ids []string, err error) {
	for _, op := range cfg.Ops() {
		rows := slices.DeleteFunc(cfg.ourAlgorithms(op, p),
			func(row catalog.Info) bool { return !row.OfLibraries() })
		if len(rows) == 0 {
			continue
		}
		known, wins := map[string]bool{}, map[string]bool{}
		for _, bytes := range threeSizes(cfg.sizesOf(op)) {
			step()
			candidates, err := coll.Rank(coll.Call{Op: op, P: p, Bytes: bytes, Shift: 1}, machine)
			if err != nil {
				return nil, fmt.Errorf("bench: %w", err)
			}
			for _, c := range candidates {
				known[c.ID] = true
			}
			textbook := slices.IndexFunc(candidates, isOneLevelOfOurs)
			for _, c := range candidates[:max(0, textbook)] {
				wins[c.ID] = wins[c.ID] || c.Time*results.Margin < candidates[textbook].Time
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

// isOneLevelOfOurs reports whether a candidate is a textbook algorithm with one level. Other libraries'
// algorithms must beat the best of these. They are not compared with two-level algorithms, because with many
// ranks the predictions for two-level algorithms are more accurate than all other predictions.
func isOneLevelOfOurs(c coll.Candidate) bool {
	info := infoOf(c)
	return !info.OfLibraries() && info.Between == ""
}

func infoOf(c coll.Candidate) catalog.Info {
	row, _ := catalog.FindByteRow(c.ID)
	return row.Info
}

// threeSizes returns the smallest, a middle and the largest size, or all sizes if there are at most three.
func threeSizes(sizes []int) []int {
	sorted := slices.Sorted(slices.Values(sizes))
	if n := len(sorted); n > 3 {
		return []int{sorted[0], sorted[n/2], sorted[n-1]}
	}
	return sorted
}

// Limits on the algorithms of other libraries in a race. They keep the race short, but still admit algorithms
// that could win if the model is slightly wrong.
const (
	maxSelectedForRace = 3
	maxTimeToTextbook  = 1.15 // maximum ratio of predicted time to the best textbook algorithm's predicted time
)

// selectForRace returns the IDs of the algorithms of other libraries that the model of package coll predicts
// to be fastest. It selects at most maxSelectedForRace algorithms, and only algorithms whose predicted time
// is at most maxTimeToTextbook times that of the best textbook algorithm. Algorithms without a prediction are
// not selected.
func selectForRace(call coll.Call, machine coll.Machine) (ids []string, err error) {
	candidates, err := coll.Rank(call, machine)
	if err != nil {
		return nil, fmt.Errorf("bench: %w", err)
	}
	textbook := slices.IndexFunc(candidates, isOneLevelOfOurs)
	for _, c := range candidates {
		if textbook >= 0 && len(ids) < maxSelectedForRace && infoOf(c).OfLibraries() &&
			c.Time <= maxTimeToTextbook*candidates[textbook].Time {
			ids = append(ids, c.ID)
		}
	}
	return ids, nil
}
