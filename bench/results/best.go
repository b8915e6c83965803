package results

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"topocoll/bench/stats"
)

// The best of several contenders is partly best by chance, so its ratio in the samples that select it is biased. It is
// therefore selected in one half of the measurement and its ratio taken from the other, and the same with the halves swapped.

// An entrant is a contender at one size with its ratio to native in each half: every other launch or, with one launch,
// every other repetition.
type entrant struct {
	Algo, Verdict string
	half          [2]float64
}

type entrants []entrant

// A size is the cells of one size.
type size []Cell

// only returns those cells as entrants that which accepts.
func (s size) only(which func(Cell) bool) (list entrants) {
	native := slices.IndexFunc(s, func(c Cell) bool { return c.Algo == Native })
	for _, c := range s {
		if which(c) {
			list = append(list, entrant{c.Algo, c.Verdict, c.halves(&s[max(0, native)])})
		}
	}
	return list
}

// halves returns the ratio to native in each half; without samples, both are the ratio of the whole cell.
func (c *Cell) halves(native *Cell) [2]float64 {
	if native.Algo != Native || !c.SharesRepetitions(native) || len(c.Samples) < 2 {
		return [2]float64{c.Ratio, c.Ratio}
	}
	var logs [2][]float64
	for i, part := range c.SplitByLaunch(stats.LogRatios(Floats(c.Samples), Floats(native.Samples))) {
		for j, log := range part {
			half := i % 2
			if len(c.LaunchN) < 2 {
				half = j % 2
			}
			logs[half] = append(logs[half], log)
		}
	}
	medians := stats.Medians(logs[:])
	return [2]float64{math.Exp(medians[0]), math.Exp(medians[1])}
}

// best returns the ratio of the best entrant to native.
func (list entrants) best() float64 {
	return list.bestAgainst(entrants{{half: [2]float64{1, 1}}})
}

// bestAgainst returns the ratio of the best entrant to the best of others.
func (list entrants) bestAgainst(others entrants) float64 {
	var ratios []float64
	for picked := range 2 {
		judged := 1 - picked
		ratios = append(ratios, list.lowest(picked).half[judged]/others.lowest(picked).half[judged])
	}
	return stats.GeometricMean(ratios)
}

func (list entrants) lowest(half int) entrant {
	return slices.MinFunc(list, func(a, b entrant) int { return cmp.Compare(a.half[half], b.half[half]) })
}

// ours reports whether a cell is of one of the procedures of the catalog, carried out from its plan.
func (c Cell) IsAlgorithm() bool {
	return c.Algo != Native && c.Algo != "gompi" && !c.IsForced() && !c.IsUnranked()
}

// Aside reports whether a contender is measured for comparison with ours, and so is not the best of anything: a procedure
// that is not compiled, a plan from a file, or the one of ours that package coll chooses.
func (c Cell) IsUnranked() bool {
	return c.Algo == Auto || strings.HasPrefix(c.Algo, Uncompiled) || strings.HasPrefix(c.Algo, Planned)
}

// BestRatio returns the lowest ratio to native among the cells of one operation and size, selected in one half and
// taken from the other; 1 if native is the only contender.
func BestRatio(cells []Cell) float64 {
	others := size(cells).only(func(c Cell) bool { return c.Algo != Native && !c.IsUnranked() })
	if len(others) == 0 {
		return 1
	}
	return others.best()
}
