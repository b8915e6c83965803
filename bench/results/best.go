package results

import (
	"math"
	"slices"

	"topocoll/bench/stats"
)

// The best of several is picked because its samples were low, some of them by luck. So it is picked in one half of what was
// measured and judged by the other, and once more the other way round.

// An entrant is a contender at one size with its ratio to native in each half: every other launch, or, of one launch, every
// other block.
type entrant struct {
	Algo, Verdict string
	half          [2]float64
}

type entrants []entrant

// A size is the cells of one size.
type size []Cell

// bySize puts the cells of an operation together that are of one size, in the order of the run.
func bySize(cells []Cell) (sizes []size) {
	for _, c := range cells {
		if c.Algo == Native || len(sizes) == 0 || sizes[len(sizes)-1][0].Bytes != c.Bytes {
			sizes = append(sizes, nil)
		}
		sizes[len(sizes)-1] = append(sizes[len(sizes)-1], c)
	}
	return sizes
}

// only returns the entrants among some of the cells.
func (s size) only(which func(Cell) bool) (list entrants) {
	native := slices.IndexFunc(s, func(c Cell) bool { return c.Algo == Native })
	for _, c := range s {
		if which(c) {
			list = append(list, entrant{c.Algo, c.Verdict, c.halves(&s[max(0, native)])})
		}
	}
	return list
}

// halves are the ratios to native of the two halves; without samples both are that of the whole.
func (c *Cell) halves(native *Cell) [2]float64 {
	if native.Algo != Native || !c.pairs(native) || len(c.Samples) < 2 {
		return [2]float64{c.Ratio, c.Ratio}
	}
	var logs [2][]float64
	for i, part := range c.perLaunch(stats.LogRatios(Floats(c.Samples), Floats(native.Samples))) {
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

// best is the ratio to native of the best.
func (list entrants) best() float64 {
	return list.bestAgainst(entrants{{half: [2]float64{1, 1}}})
}

// bestAgainst is the ratio of the best to the best of others.
func (list entrants) bestAgainst(others entrants) float64 {
	var ratios []float64
	for picked := range 2 {
		judged := 1 - picked
		ratios = append(ratios, list.lowest(picked).half[judged]/others.lowest(picked).half[judged])
	}
	return stats.GeometricMean(ratios)
}

func (list entrants) lowest(half int) entrant {
	least := list[0]
	for _, e := range list {
		if e.half[half] < least.half[half] {
			least = e
		}
	}
	return least
}

// ours reports whether a cell is of one of the procedures of the catalog.
func (c Cell) ours() bool { return c.Algo != Native && c.Algo != "gompi" && !c.Forced() }

// BestRatio is the lowest ratio to native that some cells of one operation and size have, picked in one half and judged by
// the other; 1 if native is alone.
func BestRatio(cells []Cell) float64 {
	others := size(cells).only(func(c Cell) bool { return c.Algo != Native })
	if len(others) == 0 {
		return 1
	}
	return others.best()
}
