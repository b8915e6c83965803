package results

import (
	"fmt"
	"math"
	"slices"

	"topocoll/bench/stats"
)

// Undecided says what a verdict would take, if none of the changes that count as regressions has one: those of ratios to native
// or, without any, all. It is "" if one is decided.
func (c Comparison) Undecided() string {
	counts := c.relative()
	if len(counts) == 0 {
		counts = c.Changes
	}
	if slices.ContainsFunc(counts, func(change Change) bool { return change.Verdict != Inconclusive }) {
		return ""
	}
	return fmt.Sprintf("nothing is decided: all verdicts (%d) are open; %s", len(counts), c.wants(counts))
}

// decisive is the half-width of an interval in which a ratio of 1 gets its verdict in four of five cases: 1.96 standard errors,
// if the margin is the 1.64 of a test at 5 % and the 1.28 of that probability.
var decisive = math.Log(Margin) * 1.96 / (1.64 + 1.28)

// wants says what open changes would take to be decided.
func (c Comparison) wants(open []Change) string {
	if c.Oversubscribed {
		return "there are more ranks than cores; want fewer ranks, or --allow-oversubscribed"
	}
	var widths []float64
	unknown := 0
	for _, change := range open {
		if r := change.RatioRange; r.Lo != nil && r.Hi != nil && *r.Lo > 0 {
			widths = append(widths, math.Log(*r.Hi / *r.Lo)/2)
		} else {
			unknown++
		}
	}
	const more = "want %s samples (bench --time), or launches (bench --launches), in both runs"
	if unknown > len(widths) {
		return fmt.Sprintf("in %d a launch has fewer than %d effective samples, or its level changed; "+more, unknown, stats.Enough, "more")
	}
	width := stats.Median(widths)
	if width <= decisive {
		return "the ratios are near the margin of 5 %; want other runs, or accept that"
	}
	return fmt.Sprintf("the median interval is +-%.2g %% and verdicts at a margin of 5 %% take about +-%.1g %%; "+more,
		100*width, 100*decisive, fmt.Sprintf("about %.2g times as many", math.Pow(width/decisive, 2)))
}

// SameRun reports whether two results are of the same run: equal, or one with the other's first launch.
func SameRun(a, b *Result) bool {
	return a.Env.Start != "" && a.Env.Start == b.Env.Start && slices.Equal(a.Env.Ranks, b.Env.Ranks)
}
