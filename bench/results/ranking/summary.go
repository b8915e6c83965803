package ranking

import (
	"cmp"
	"math"
	"slices"

	"topocoll/bench/results"
	"topocoll/bench/stats"
)

// A Contest is one operation at one process count: the best of ours against native over all sizes.
type Contest struct {
	Op       string
	P        int
	Sizes    int
	Best     float64 // geometric mean over the sizes of the best of ours / native
	Forced   float64 // the same against the best native algorithm, NaN where none was forced
	InC      float64 // the same of short calls, native and ours timed in C; NaN if they were not
	Leader   string  // ours with the lowest geometric mean over the sizes, in one half of the repetitions
	LeadMean float64 // its geometric mean in the other half
	Verdicts map[string]int
}

// Contests summarises a table. The best contender is selected in one half of the repetitions, or
// launches, and its ratio is taken from the other: the half that selects it would make it look
// better than it is. The means are those of ratios; they are not average speed-ups.
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
		best = append(best, ours.bestOver(native))
		if named := contendersOf(cells, results.Cell.IsForced); len(named) > 0 {
			forced = append(forced, ours.bestOver(append(named, native)...))
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
	// NaN if there are none
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

// A Regret is the time of auto over that of the best contender of each size, of one operation at
// one process count. 1 is the best choice.
type Regret struct {
	Op    string
	P     int
	Mean  float64 // geometric mean over the sizes
	Worst float64
	At    int // bytes of the size with the worst
}

// Regrets returns those of a table. The best contender, native included, is selected in one half of
// the repetitions, or launches, and its time is taken from the other, so a regret may be below 1 by
// chance.
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
			ratio := auto.bestOver(append(others, native)...)
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

// A Pair is an algorithm of ours and the one that the library has under its own name, forced, of
// one operation at one process count: the algorithm is the same, so the ratio is that of two ways
// to carry it out.
type SameAlgorithm struct {
	Op, Ours, Theirs string // Theirs is native:NAME
	P, Sizes         int    // the sizes at which both were measured
	Ratio            float64
	Least, Most      float64 // of a size
}

// SameAlgorithms returns those of a table. A ratio is that of the medians, its mean the geometric one.
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
			list = append(list, SameAlgorithm{Op: cells[0].Op, P: cells[0].P, Ours: names[0], Theirs: names[1],
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
