package tables

import (
	"fmt"
	"io"
	"strings"

	"topocoll/bench/results"
	"topocoll/bench/results/compare"
	"topocoll/bench/stats"
	"topocoll/internal/check"
	"topocoll/internal/wrap"
)

// WriteComparison prints the cells that are in both files, and a summary.
func WriteComparison(w io.Writer, c compare.Comparison, a, b string) {
	wrap.WriteComment(w, "%s", comparisonSummary(c))
	fmt.Fprintf(w, "# A %s\n# B %s\n", a, b)
	if len(c.Differences) > 0 {
		wrap.WriteComment(w, "environments differ: %s", strings.Join(c.Differences, "; "))
	}
	if c.Oversubscribed {
		wrap.WriteComment(w,
			"more ranks than cores: the times include scheduling delays, so all verdicts are "+
				"inconclusive (--allow-oversubscribed gives verdicts)")
	}
	wrap.WriteComment(w,
		"B/A is the ratio to native in B divided by the ratio to native in A; for native itself, "+
			"B/A is the ratio of the times")
	if c.Launches() == 1 {
		wrap.WriteComment(w,
			"A or B has only one launch, so the verdicts hold only for these launches; other launches may differ "+
				"by more (use bench --launches 3)")
	}
	for i, x := range c.Changes {
		if i == 0 || x.Op != c.Changes[i-1].Op || x.P != c.Changes[i-1].P {
			fmt.Fprintf(w, "\n# %s, %d ranks\n", x.Op, x.P)
			fmt.Fprintf(w,
				"#bytes algorithm                        A us     B us   B/A 95 %%         verdict\n")
		}
		fmt.Fprintf(w, "%6s %-28s %8s %8s %5s %-12s %s\n",
			results.FormatSize(x.Bytes), shorten(x.Algo, 28), results.FormatMicros(x.A),
			results.FormatMicros(x.B),
			results.FormatRatio(x.Ratio), x.RatioRange, x.Verdict)
	}
	if c.OnlyA+c.OnlyB > 0 {
		fmt.Fprintln(w)
		wrap.WriteComment(w, "cells in one file only: %d in A, %d in B", c.OnlyA, c.OnlyB)
	}
}

// comparisonSummary returns the number of each verdict, and the geometric mean of B/A.
func comparisonSummary(c compare.Comparison) string {
	if len(c.Changes) == 0 {
		return "No cell is in both files."
	}
	count := map[string]int{}
	var ratios []float64
	for _, change := range c.Changes {
		count[change.Verdict]++
		ratios = append(ratios, change.Ratio)
	}
	return fmt.Sprintf(
		"Of %s, B is faster than A in %d, slower in %d, the same in %d and inconclusive in %d. The "+
			"geometric mean of B/A is %.3f.",
		check.FormatCount(len(c.Changes), "cell"), count[results.Faster], count[results.Slower],
		count[results.Same],
		count[results.Inconclusive], stats.GeometricMean(ratios))
}
