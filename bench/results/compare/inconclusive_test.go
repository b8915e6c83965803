package compare

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/bench/results"
)

// If there is no verdict, the text about what a verdict needs depends on the reason. A verdict on the times
// of the native call itself counts only if there are no ratios to the native call.
func TestInconclusiveHint(t *testing.T) {
	open := func(halfWidth float64) Change {
		lo, hi := math.Exp(-halfWidth), math.Exp(halfWidth)
		return Change{Relative: true, Outcome: Outcome{Verdict: results.Inconclusive,
			RatioRange: results.Interval{Lo: &lo, Hi: &hi}}}
	}
	unknown := Change{Relative: true, Outcome: Outcome{Verdict: results.Inconclusive}}
	native := Change{Outcome: Outcome{Verdict: results.Faster}}
	for want, c := range map[string]Comparison{
		"": {Changes: []Change{open(1), {Relative: true,
			Outcome: Outcome{Verdict: results.Same}}}},
		"all verdicts (2) are inconclusive; the median": {
			Changes: []Change{native, open(0.1), open(0.1)}},
		"10 %, but verdicts at a margin of 5 % need about 3 %; take about 9.3 times as many samples": {
			Changes: []Change{open(0.1)}},
		"in 2 of them a launch has fewer than 50": {Changes: []Change{unknown, unknown, open(0.1)}},
		"the ratios are near the margin of 5 %":   {Changes: []Change{open(0.01)}},
		"more ranks than cores":                   {Changes: []Change{open(0.1)}, Oversubscribed: true},
	} {
		if want == "" {
			assert.Empty(t, c.InconclusiveHint())
		} else {
			assert.Contains(t, c.InconclusiveHint(), want)
		}
	}
	assert.Empty(t, Comparison{Changes: []Change{native}}.InconclusiveHint(), "there is nothing but native")
}
