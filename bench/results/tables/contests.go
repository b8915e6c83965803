package tables

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"topocoll/bench/results"
	"topocoll/bench/results/ranking"
	"topocoll/bench/stats"
	"topocoll/internal/check"
	"topocoll/internal/wrap"
)

// halfUnit returns what is divided into two halves: "launches" or, with one launch, "repetitions". The best
// contender is selected on one half, and its ratio comes from the other half.
func halfUnit(r *results.Result) string {
	if r.Env.Launches > 1 {
		return "launches"
	}
	return "repetitions"
}

// callCost returns the time in ns that the call from Go adds to a native call. The time is the median over
// the cells with short calls. Longer calls do not count, because their noise exceeds this time.
// Oversubscribed cells do not count, because the scheduler delays them.
func callCost(r *results.Result) (ns float64, known bool) {
	var added []float64
	for _, c := range r.Cells {
		if c.InC > 0 && !c.Oversubscribed && c.Bytes <= results.Short {
			added = append(added, c.Median-c.InC)
		}
	}
	return stats.Median(added), len(added) > 0
}

// WriteConclusion prints the outcome of the run in one or two sentences.
func WriteConclusion(w io.Writer, r *results.Result) {
	if text := ranking.Conclusion(r); text != "" {
		fmt.Fprintln(w)
		wrap.WriteComment(w, "%s", text)
	}
}

// WriteSummary prints one line for each operation and rank count.
func WriteSummary(w io.Writer, r *results.Result) {
	fmt.Fprintln(w)
	contests := slices.DeleteFunc(ranking.Contests(r), func(c ranking.Contest) bool { return c.Sizes == 0 })
	if len(contests) > 0 {
		wrap.WriteComment(w,
			"our best algorithm / native (default call, best forced algorithm): geometric mean over the "+
				"sizes "+
				"(below 1: ours is faster). The best algorithm is selected on one half of the %s, and its "+
				"ratio comes from the other half", halfUnit(r))
	}
	if ns, known := callCost(r); known && !r.Env.TimeInC {
		wrap.WriteComment(w,
			"native is called from Go, as our algorithms are, so a call of at most 1 KiB takes %.0f ns longer "+
				"than in a C program (in_c_ns)", ns)
	}
	if len(contests) > 0 {
		writeInC(w, contests)
		writeContests(w, contests)
	}
	writeSameAlgorithms(w, r)
	writeRegrets(w, r)
}

func writeContests(w io.Writer, contests []ranking.Contest) {
	fmt.Fprintf(w, "# operation     p native  forced our best single algorithm    native +/=/-/.\n")
	for _, c := range contests {
		forced := "-"
		if !math.IsNaN(c.Forced) {
			forced = results.FormatRatio(c.Forced)
		}
		fmt.Fprintf(w, "%-13s %3d %6s %7s %-28s %6s %d/%d/%d/%d\n", c.Op, c.P, results.FormatRatio(c.Best),
			forced,
			shorten(c.Leader, 28), results.FormatRatio(c.LeadMean), c.Verdicts[results.Faster],
			c.Verdicts[results.Same], c.Verdicts[results.Slower], c.Verdicts[results.Inconclusive])
	}
}

// writeInC prints the ratios of short calls as a C program would measure them.
func writeInC(w io.Writer, contests []ranking.Contest) {
	for _, of := range results.GroupBy(contests, func(c ranking.Contest) int { return c.P }) {
		var list []string
		for _, c := range of {
			if !math.IsNaN(c.InC) {
				list = append(list, c.Op+" "+results.FormatRatio(c.InC))
			}
		}
		if len(list) > 0 {
			wrap.WriteComment(w,
				"our best algorithm / native for calls of at most 1 KiB, both timed as in a C program, "+
					"on %s: %s",
				check.FormatCount(of[0].P, "rank"), strings.Join(list, ", "))
		}
	}
}

// writeSameAlgorithms prints a line for each algorithm for which our version and the library's were measured.
func writeSameAlgorithms(w io.Writer, r *results.Result) {
	pairs := ranking.SameAlgorithms(r)
	if len(pairs) == 0 {
		return
	}
	wrap.WriteComment(w,
		"the same algorithm, time of our version / time of the library's version (forced): geometric mean "+
			"over the sizes at which both were measured, and the lowest and the highest ratio at any size")
	for _, p := range pairs {
		fmt.Fprintf(w, "%-13s %3d %-22s %-19s %6s %s..%s\n", p.Op, p.P, shorten(p.Ours, 22),
			shorten(strings.TrimPrefix(p.Theirs, results.Native+":"), 19),
			results.FormatRatio(p.Ratio), results.FormatRatio(p.Least), results.FormatRatio(p.Most))
	}
}

// writeRegrets prints a line for each operation and rank count for which "auto" was measured.
func writeRegrets(w io.Writer, r *results.Result) {
	regrets := ranking.Regrets(r)
	if len(regrets) > 0 {
		wrap.WriteComment(w,
			"time of auto / time of the best contender (1 or less: auto makes the best choice). The best "+
				"contender is selected on one half of the %s, and its time comes from the other half",
			halfUnit(r))
	}
	for _, g := range regrets {
		wrap.WriteComment(w, "auto: %s on %s: mean %s over the sizes, at worst %s at %s", g.Op,
			check.FormatCount(g.P, "rank"), results.FormatRatio(g.Mean), results.FormatRatio(g.Worst),
			results.FormatSize(g.At))
	}
}
