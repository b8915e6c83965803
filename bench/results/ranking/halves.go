package ranking

import (
	"cmp"
	"math"
	"slices"

	"topocoll/bench/results"
	"topocoll/bench/stats"
)

// The best of several contenders is partly best by chance, so its ratio in the samples on which it was
// selected is biased. Therefore the best contender is selected on one half of the measurement, and its ratio
// is computed from the other half. The halves are then exchanged, and the result is the geometric mean of
// both ratios.

// A contender holds an algorithm's ratio to the native call in each half of the measurement. A half is every
// other launch or, with one launch, every other repetition.
type contender struct {
	algo  string
	ratio [2]float64
}

type contenders []contender

// native is the native call as a contender: its ratio to itself is 1.
var native = contender{results.Native, [2]float64{1, 1}}

// contendersOf returns a contender for each selected cell of a case.
func contendersOf(cells []results.Cell, selected func(results.Cell) bool) (list contenders) {
	to, _ := results.FindCell(cells, results.Native)
	for _, c := range cells {
		if selected(c) {
			list = append(list, contender{c.Algo, ratiosByHalf(c, to)})
		}
	}
	return list
}

// ratiosByHalf returns a cell's ratio to the native call in each half of the measurement. Without samples,
// both are the ratio of the whole cell.
func ratiosByHalf(c, native results.Cell) [2]float64 {
	if native.Algo != results.Native || !c.SharesRepetitions(&native) || len(c.Samples) < 2 {
		return [2]float64{c.Ratio, c.Ratio}
	}
	var logs [2][]float64
	for i, launch := range c.SplitByLaunch(stats.LogRatios(results.Floats(c.Samples),
		results.Floats(native.Samples))) {
		for j, log := range launch {
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

// ratioToBest returns the time of the best contender in `list` divided by the time of the best in `others`.
func (list contenders) ratioToBest(others ...contender) float64 {
	var ratios []float64
	for selecting := range 2 {
		judging := 1 - selecting
		ratios = append(ratios,
			list.lowest(selecting).ratio[judging]/contenders(others).lowest(selecting).ratio[judging])
	}
	return stats.GeometricMean(ratios)
}

// lowest returns the contender with the lowest ratio in one half of the measurement.
func (list contenders) lowest(half int) contender {
	return slices.MinFunc(list, func(a, b contender) int { return cmp.Compare(a.ratio[half], b.ratio[half]) })
}

// BestRatio returns the ratio of the fastest selected cell of a case to the native call, or 1 if no cell is
// selected. It finds the fastest cell in one half of the measurement, and computes its ratio from the other
// half. It then exchanges the halves, and returns the geometric mean of the two ratios.
func BestRatio(cells []results.Cell, selected func(results.Cell) bool) float64 {
	list := contendersOf(cells, selected)
	if len(list) == 0 {
		return 1
	}
	return list.ratioToBest(native)
}
