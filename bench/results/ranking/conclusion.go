package ranking

import (
	"fmt"
	"math"
	"strings"

	"topocoll/bench/results"
	"topocoll/internal/check"
)

// Conclusion returns one or two sentences for each rank count. They state for how many operations our best
// algorithm is faster than the library's default, and by how much. It returns "" if none of our algorithms
// was measured.
//
// An operation counts as faster if an algorithm has the verdict "faster" at some size, and the mean ratio
// Contest.Best is below 1 by more than the margin. It counts as slower if an algorithm has the verdict
// "slower" at some size, and the mean is above 1 by more than the margin. It counts as inconclusive if every
// verdict is "inconclusive".
func Conclusion(r *results.Result) string {
	var sentences []string
	for _, contests := range results.GroupBy(Contests(r), func(c Contest) int { return c.P }) {
		if text := conclude(contests, countAlgorithms(r.Cells, contests[0].P)); text != "" {
			sentences = append(sentences, text)
		}
	}
	return strings.Join(sentences, " ")
}

func conclude(contests []Contest, algorithms int) string {
	var faster, slower, same, inconclusive []Contest
	for _, c := range contests {
		switch decided := c.Verdicts[results.Faster] + c.Verdicts[results.Slower] +
			c.Verdicts[results.Same]; {
		case c.Sizes == 0:
			continue
		case decided == 0:
			inconclusive = append(inconclusive, c)
		case c.Best < 1/results.Margin && c.Verdicts[results.Faster] > 0:
			faster = append(faster, c)
		case c.Best > results.Margin && c.Verdicts[results.Slower] > 0:
			slower = append(slower, c)
		default:
			same = append(same, c)
		}
	}
	all := len(faster) + len(slower) + len(same) + len(inconclusive)
	if all == 0 {
		return ""
	}
	ranks := check.FormatCount(contests[0].P, "rank")
	if len(inconclusive) == all {
		return fmt.Sprintf("On %s, the measurements are inconclusive for %s.", ranks,
			check.FormatCount(all, "operation"))
	}
	var text strings.Builder
	fmt.Fprintf(&text, "On %s, the best of %s is faster than MPI's default for %d of %s", ranks,
		check.FormatCount(algorithms, "algorithm"), len(faster), check.FormatCount(all, "operation"))
	if len(faster) > 0 {
		fmt.Fprintf(&text, ", by %s", percentRange(faster))
	}
	var rest []string
	if len(slower) > 0 {
		rest = append(rest, fmt.Sprintf("slower for %s, by %s", names(slower), percentRange(slower)))
	}
	if len(same) > 0 {
		rest = append(rest, fmt.Sprintf("about the same for %s", names(same)))
	}
	if len(inconclusive) > 0 {
		rest = append(rest, fmt.Sprintf("inconclusive for %s", names(inconclusive)))
	}
	text.WriteString(".")
	if len(rest) > 0 {
		fmt.Fprintf(&text, " Other results: %s.", strings.Join(rest, ", and "))
	}
	return text.String()
}

// countAlgorithms returns the number of our algorithms that were measured on p ranks.
func countAlgorithms(cells []results.Cell, p int) int {
	seen := map[string]bool{}
	for _, c := range results.ExpandAlike(cells) {
		if c.P == p && c.IsAlgorithm() {
			seen[c.Algo] = true
		}
	}
	return len(seen)
}

// percentRange formats the smallest and the largest change of time in percent, such as "6 to 49 %".
func percentRange(contests []Contest) string {
	least, most := math.Inf(1), 0.0
	for _, c := range contests {
		percent := math.Round(100 * math.Abs(1-c.Best))
		least, most = min(least, percent), max(most, percent)
	}
	if least == most {
		return fmt.Sprintf("%.0f %%", most)
	}
	return fmt.Sprintf("%.0f to %.0f %%", least, most)
}

func names(contests []Contest) string {
	var list []string
	for _, c := range contests {
		list = append(list, c.Op)
	}
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}
