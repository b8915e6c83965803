package tables

import (
	"fmt"
	"io"
	"strings"

	"topocoll/bench/results"
	"topocoll/bench/results/compare"
	"topocoll/bench/stats"
)

// WriteComparison prints the cells that are in both files, and a summary.
func WriteComparison(w io.Writer, c compare.Comparison, a, b string) {
	fmt.Fprintf(w, "# A %s\n# B %s\n", a, b)
	if len(c.Differ) > 0 {
		WriteComment(w, "environments differ: %s", strings.Join(c.Differ, "; "))
	}
	if c.Oversubscribed {
		WriteComment(w, "more ranks than cores: the times measure the scheduler too, so all verdicts are open (--allow-oversubscribed gives verdicts)")
	}
	WriteComment(w, "B/A compares ratios to native; for native itself, times")
	if c.Launches() == 1 {
		WriteComment(w, "only one launch of A or B: the verdicts hold for these launches; others may differ by more (bench --launches 3)")
	}
	for i, x := range c.Changes {
		if i == 0 || x.Op != c.Changes[i-1].Op || x.P != c.Changes[i-1].P {
			fmt.Fprintf(w, "\n# %s, %d ranks\n", x.Op, x.P)
			fmt.Fprintf(w, "#bytes algorithm                        A us     B us   B/A 95 %%         verdict\n")
		}
		fmt.Fprintf(w, "%6s %-28s %8s %8s %5s %-12s %s\n",
			results.FormatSize(x.Bytes), shorten(x.Algo, 28), results.FormatMicros(x.A), results.FormatMicros(x.B),
			results.FormatRatio(x.Ratio), x.RatioRange, x.Verdict)
	}
	fmt.Fprintln(w)
	WriteComment(w, "%s", comparisonSummary(c))
	if c.OnlyA+c.OnlyB > 0 {
		WriteComment(w, "cells in one file only: %d in A, %d in B", c.OnlyA, c.OnlyB)
	}
}

// comparisonSummary counts the verdicts. The geometric mean is that of the ratios; it is not an average speed-up.
func comparisonSummary(c compare.Comparison) string {
	if len(c.Changes) == 0 {
		return "no cell is in both files"
	}
	count := map[string]int{}
	var ratios []float64
	for _, change := range c.Changes {
		count[change.Verdict]++
		ratios = append(ratios, change.Ratio)
	}
	return fmt.Sprintf("%d cells: B faster in %d, slower in %d, same in %d, open in %d; geometric mean of B/A %.3f",
		len(c.Changes), count[results.Faster], count[results.Slower], count[results.Same],
		count[results.Inconclusive], stats.GeometricMean(ratios))
}

// WriteGuidelines prints the violations, grouped by operation.
func WriteGuidelines(w io.Writer, g compare.Guidelines) {
	if g.Oversubscribed {
		WriteComment(w, "more ranks than cores: the times measure the scheduler too; repeat the run with a core for every rank")
	}
	if len(g.Violations) > 0 {
		fmt.Fprintf(w, "# native calls that are more than 5 %% slower than other native calls or ours\n")
		fmt.Fprintf(w, "%-13s %3s %5s %9s %5s %9s %s\n", "op", "p", "bytes", "native us", "times", "us", "by")
	}
	for _, v := range g.Violations {
		fmt.Fprintf(w, "%-13s %3d %5s %9s %5.2f %9s %s\n", v.Op, v.P, results.FormatSize(v.Bytes),
			results.FormatMicros(v.Native), v.Native/v.Time, results.FormatMicros(v.Time), v.By)
	}
	end := fmt.Sprintf("%d violations; %d native mock-ups checked", len(g.Violations), g.Made)
	if g.Missing > 0 {
		end += fmt.Sprintf(", %d not: they need all operations, also at p times the bytes (bench --size 8:4M)",
			g.Missing)
	}
	WriteComment(w, "%s", end)
}
