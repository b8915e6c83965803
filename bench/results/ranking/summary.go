// Package ranking compares the best of several contenders with the native call, and summarises whole tables.
package ranking

import (
	"cmp"
	"math"
	"slices"

	"topocoll/bench/results"
	"topocoll/bench/stats"
)

// A Contest compares our best algorithms with the native call for one operation and rank count, over all
// sizes.
type Contest struct {
	Op     string
	P      int
	Sizes  int
	Best   float64 // our best algorithm / native call, geometric mean over the sizes
	Forced float64 // our best algorithm / best native algorithm, geometric mean; NaN if none was forced
	InC    float64 // our best algorithm / native call for short calls, both timed in C; NaN if not measured
	// our algorithm with the lowest geometric mean of ratios over the sizes, computed from one half of the
	// repetitions
	Leader   string
	LeadMean float64 // geometric mean of Leader's ratios in the other half
	Verdicts map[string]int
}

// Contests returns a Contest for each table of a result. The best contender is selected on one half of the
// repetitions or launches, and its ratio is computed from the other half. Its ratio in the first half would
// be biased. The means are geometric means of ratios, not average speed-ups.
func Contests(r *results.Result) (contests []Contest) {
	for _, cells := range results.Tables(r.Cells) {
		contests = append(contests, newContest(cells))
	}
	return contests
}

func newContest(cells []results.Cell) Contest {
	c := Contest{Op: cells[0].Op, P: cells[0].P, Verdicts: map[string]int{}, LeadMean: math.Inf(1)}
	var best, forced, inC []float64
	byAlgo := map[string][2][]float64{}
	for _, cells := range results.Cases(results.ExpandAlike(cells)) {
		ours := contendersOf(cells, results.Cell.IsAlgorithm)
		if len(ours) == 0 {
			continue
		}
		best = append(best, ours.ratioToBest(native))
		if named := contendersOf(cells, results.Cell.IsForced); len(named) > 0 {
			forced = append(forced, ours.ratioToBest(append(named, native)...))
		}
		for _, e := range ours {
			halves := byAlgo[e.algo]
			byAlgo[e.algo] = [2][]float64{append(halves[0], e.ratio[0]), append(halves[1], e.ratio[1])}
		}
		for _, cell := range cells {
			if cell.InCRatio > 0 {
				inC = append(inC, cell.InCRatio)
			}
			if cell.IsAlgorithm() && cell.Of == "" {
				c.Verdicts[cell.Verdict]++
			}
		}
	}
	// a mean of no ratios is NaN
	c.Sizes, c.Best, c.Forced, c.InC = len(best), stats.GeometricMean(best), stats.GeometricMean(forced),
		stats.GeometricMean(inC)
	least := math.Inf(1)
	for algo, halves := range byAlgo {
		if mean := stats.GeometricMean(halves[0]); mean < least || mean == least && algo < c.Leader {
			least, c.Leader, c.LeadMean = mean, algo, stats.GeometricMean(halves[1])
		}
	}
	return c
}

// A Regret summarises how much slower "auto" is than the best contender, for one operation and rank count,
// over all sizes. It holds the ratio of the time of "auto" to the time of the best contender. The ratio is 1
// if "auto" makes the best choice.
type Regret struct {
	Op    string
	P     int
	Mean  float64 // geometric mean over the sizes
	Worst float64
	At    int // size in bytes at which the regret equals Worst
}

// Regrets returns the regret of each table of a result. The best contender, which may be the native call, is
// selected on one half of the repetitions or launches, and its time comes from the other half. A regret may
// therefore be below 1 by chance.
func Regrets(r *results.Result) (regrets []Regret) {
	for _, cells := range results.Tables(r.Cells) {
		regret := Regret{Op: cells[0].Op, P: cells[0].P}
		var all []float64
		for _, cells := range results.Cases(results.ExpandAlike(cells)) {
			auto := contendersOf(cells, func(c results.Cell) bool { return c.Algo == results.Auto })
			if len(auto) == 0 {
				continue
			}
			others := contendersOf(cells, results.Cell.Competes)
			ratio := auto.ratioToBest(append(others, native)...)
			if all = append(all, ratio); ratio > regret.Worst {
				regret.Worst, regret.At = ratio, cells[0].Bytes
			}
		}
		if len(all) > 0 {
			regret.Mean = stats.GeometricMean(all)
			regrets = append(regrets, regret)
		}
	}
	return regrets
}

// A SameAlgorithm compares our implementation of an algorithm with the library's implementation, which is
// forced by name. It holds the ratios for one operation and rank count.
type SameAlgorithm struct {
	Op, Ours, Theirs string // Theirs is native:NAME
	P, Sizes         int    // Sizes is the number of sizes at which both were measured
	Ratio            float64
	Least, Most      float64 // smallest and largest ratio at any size
}

// SameAlgorithms returns the comparisons for every table, that is, for every operation and rank count. Each
// ratio is a ratio of medians. The Ratio of a comparison is the geometric mean over the sizes.
func SameAlgorithms(r *results.Result) (pairs []SameAlgorithm) {
	for _, cells := range results.Tables(r.Cells) {
		ratios := map[[2]string][]float64{}
		for _, cells := range results.Cases(cells) {
			for _, c := range cells {
				if c.Ours != "" {
					names := [2]string{c.Ours, c.Algo}
					ratios[names] = append(ratios[names], c.OursRatio)
				}
			}
		}
		var list []SameAlgorithm
		for names, of := range ratios {
			list = append(list,
				SameAlgorithm{Op: cells[0].Op, P: cells[0].P, Ours: names[0], Theirs: names[1],
					Sizes: len(of),
					Ratio: stats.GeometricMean(of), Least: slices.Min(of), Most: slices.Max(of)})
		}
		slices.SortFunc(list, func(a, b SameAlgorithm) int {
			return cmp.Or(cmp.Compare(a.Ours, b.Ours), cmp.Compare(a.Theirs, b.Theirs))
		})
		pairs = append(pairs, list...)
	}
	return pairs
}
