package results

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"topocoll/bench/stats"
	"topocoll/catalog"
)

// A Pair is an algorithm of ours and the one that the library has under its own name, forced, of one operation at one process count: the
// algorithm is the same, so the ratio is that of two ways to carry it out.
type Pair struct {
	Op, Ours, Theirs string // Theirs is native:NAME
	P, Sizes         int    // the sizes at which both were measured
	Ratio            float64
	Least, Most      float64 // of a size
}

// Pairs returns those of a table. A ratio is that of the medians, its mean the geometric one.
func Pairs(r *Result) (pairs []Pair) {
	for _, cells := range Tables(r.Cells) {
		ratios := map[[2]string][]float64{}
		for _, cells := range Cases(cells) {
			for _, c := range cells {
				if c.Ours != "" {
					names := [2]string{c.Ours, c.Algo}
					ratios[names] = append(ratios[names], c.OursRatio)
				}
			}
		}
		var list []Pair
		for names, of := range ratios {
			list = append(list, Pair{Op: cells[0].Op, P: cells[0].P, Ours: names[0], Theirs: names[1], Sizes: len(of),
				Ratio: stats.GeometricMean(of), Least: slices.Min(of), Most: slices.Max(of)})
		}
		slices.SortFunc(list, func(a, b Pair) int { return cmp.Or(cmp.Compare(a.Ours, b.Ours), cmp.Compare(a.Theirs, b.Theirs)) })
		pairs = append(pairs, list...)
	}
	return pairs
}

// pair sets, for every algorithm of the library, which of ours in the same sitting is the same algorithm, and its time over that one's.
func pair(cells []Cell) {
	there := map[Case]size{}
	for _, c := range cells {
		there[c.Case()] = append(there[c.Case()], c)
	}
	for i := range cells {
		c := &cells[i]
		c.Ours, c.OursRatio = "", 0
		if !c.IsForced() || c.Median == 0 {
			continue
		}
		id := catalog.SameAs(catalog.Collective(c.Op), strings.TrimPrefix(c.Algo, Native+":"))
		if ours, found := there[c.Case()].named(id); found {
			c.Ours, c.OursRatio = id, ours.Median/c.Median
		}
	}
}

// writePairs prints a line for each pair.
func writePairs(w io.Writer, r *Result) {
	pairs := Pairs(r)
	if len(pairs) == 0 {
		return
	}
	WriteComment(w, "the same algorithm, ours / the library's, forced: geometric mean over the sizes at which both were measured, and the least and the most of a size")
	for _, p := range pairs {
		fmt.Fprintf(w, "%-13s %3d %-22s %-19s %6s %s..%s\n", p.Op, p.P, fitted(p.Ours, 22), fitted(strings.TrimPrefix(p.Theirs, Native+":"), 19),
			FormatRatio(p.Ratio), FormatRatio(p.Least), FormatRatio(p.Most))
	}
}
