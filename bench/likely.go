package bench

import (
	"fmt"
	"slices"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/coll"
)

// unlikelyRows returns the IDs of the algorithms of other libraries that are not expected to win on p ranks.
// An algorithm is expected to win if the model of package coll predicts, at one of the threeSizes, that it
// beats the best textbook algorithm by more than the factor results.Margin. Algorithms without a prediction
// are not returned. unlikelyRows calls step before each size.
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
			textbook :=
				slices.IndexFunc(candidates, func(c coll.Candidate) bool { return !infoOf(c).OfLibraries() })
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

func infoOf(c coll.Candidate) catalog.Info {
	row, _ := catalog.Find[byte](c.ID)
	return row.Info
}

// threeSizes returns the smallest, a middle and the largest size. It returns all sizes if there are at most
// three.
func threeSizes(sizes []int) []int {
	sorted := slices.Sorted(slices.Values(sizes))
	if n := len(sorted); n > 3 {
		return []int{sorted[0], sorted[n/2], sorted[n-1]}
	}
	return sorted
}

// Limits on the algorithms of other libraries that enter a race. They keep the race short, but admit the
// algorithms that could win if the model is slightly wrong.
const (
	maxSelectedForRace = 3
	maxTimeToTextbook  = 1.15 // maximum ratio of predicted time to the best textbook algorithm's predicted time
)

// selectForRace returns the IDs of the algorithms of other libraries that enter a race, at most
// maxSelectedForRace. According to the model of package coll, they are the fastest algorithms of other
// libraries for the call, and take at most maxTimeToTextbook times as long as the best textbook algorithm.
// Algorithms without a prediction do not enter.
func selectForRace(call coll.Call, machine coll.Machine) (ids []string, err error) {
	candidates, err := coll.Rank(call, machine)
	if err != nil {
		return nil, fmt.Errorf("bench: %w", err)
	}
	textbook := slices.IndexFunc(candidates, func(c coll.Candidate) bool { return !infoOf(c).OfLibraries() })
	for _, c := range candidates {
		if textbook >= 0 && len(ids) < maxSelectedForRace && infoOf(c).OfLibraries() &&
			c.Time <= maxTimeToTextbook*candidates[textbook].Time {
			ids = append(ids, c.ID)
		}
	}
	return ids, nil
}
