package page

import (
	"cmp"
	"slices"

	"topocoll/bench/results"
	"topocoll/bench/stats"
)

// inks lists the colours of the best of our algorithms. A reader could not distinguish more.
var inks = []string{"var(--c4)", "var(--c5)", "var(--c2)", "var(--c6)"}

// best returns those of our algorithms that get a colour, at most one for each ink. An algorithm comes first
// if it is the fastest of ours at more sizes. If two are the fastest at equally many sizes, the first one has
// the lower mean of its times relative to the fastest.
func (t *table) best() []string {
	wins, far := map[string]int{}, map[string][]float64{}
	for _, bytes := range t.Sizes {
		ours := slices.DeleteFunc(t.cellsOfSize(bytes),
			func(c results.Cell) bool { return kindOf(c.Algo) != "ours" || c.Median <= 0 })
		if len(ours) == 0 {
			continue
		}
		fastest := slices.MinFunc(ours,
			func(a, b results.Cell) int { return cmp.Compare(a.Median, b.Median) })
		wins[fastest.Algo]++
		for _, c := range ours {
			far[c.Algo] = append(far[c.Algo], c.Median/fastest.Median)
		}
	}
	order := slices.DeleteFunc(t.ownAlgorithms(), func(algo string) bool { return far[algo] == nil })
	slices.SortStableFunc(order, func(a, b string) int {
		return cmp.Or(cmp.Compare(wins[b], wins[a]),
			cmp.Compare(stats.GeometricMean(far[a]), stats.GeometricMean(far[b])))
	})
	return order[:min(len(order), len(inks))]
}
