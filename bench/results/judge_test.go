package results_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/bench/results/resultstest"
)

// The launch is the unit of analysis. If the launches differ too much, the verdict is inconclusive, even if
// the samples of each launch are clear.
func TestJudgeLaunches(t *testing.T) {
	cells := []results.Cell{
		resultstest.InLaunches(results.Native, 1000, 1000, 1000),
		resultstest.InLaunches("ring/a", 1100, 1110, 1090),
		resultstest.InLaunches("ring/b", 1100, 1300, 950),
		resultstest.InLaunches("ring/c", 1000, 1005, 995),
		resultstest.InLaunches("ring/d", 900, 905, 895),
	}
	results.Judge(cells, false)
	var verdicts []string
	for _, c := range cells {
		verdicts = append(verdicts, c.Verdict)
		assert.Equal(t, 3.0, c.Effective)
	}
	assert.Equal(t, []string{results.Same, results.Slower, results.Inconclusive, results.Same,
		results.Faster}, verdicts)
	require.Len(t, cells[1].LaunchRatios, 3)
	assert.InDelta(t, 1.11, cells[1].LaunchRatios[1], 0.003)
	assert.InDelta(t, 1.1, cells[1].Ratio, 0.003)
	assert.InDelta(t, 1100, cells[1].Median, 3)
	assert.Less(t, *cells[2].RatioRange.Lo, 1.0)

	alone := resultstest.InLaunches("ring/c", 1000, 1005, 995)
	results.Judge([]results.Cell{alone}, false)
	assert.Less(t, *alone.RatioRange.Lo, *cells[3].RatioRange.Lo,
		"the other cells show how much launches usually differ")
}

// The verdict is inconclusive if the ratio drifts, or if the samples have a strong autocorrelation.
func TestJudgeRefusesToDecide(t *testing.T) {
	drifts, steps, base := resultstest.Times(1500, 128), resultstest.Times(1200, 128), resultstest.Times(1000,
		128)
	for i := range drifts {
		drifts[i] += 4 * int64(i)
		steps[i] += 200 * int64(i/100)
	}
	cells := []results.Cell{resultstest.Measured(results.Native, base, base), resultstest.Measured("ring/a",
		drifts, base), resultstest.Measured("ring/b", steps, base), resultstest.Measured("ring/c", base[:40],
		base[:40])}
	results.Judge(cells, false)
	assert.Equal(t, []string{results.Inconclusive, results.Inconclusive, results.Inconclusive},
		[]string{cells[1].Verdict, cells[2].Verdict, cells[3].Verdict})
	assert.True(t, cells[2].Unsteady)
	assert.Greater(t, *cells[2].RatioRange.Hi, 1.39, "the interval spans both levels")
	assert.Less(t, cells[1].Effective, 50.0)
	assert.Less(t, cells[3].Effective, 50.0)
}

// A cell without statistics keeps its verdict.
func TestJudgeWithoutStatistics(t *testing.T) {
	cells := []results.Cell{{Subject: results.Subject{Op: "bcast", Algo: "ring/b", P: 2, Bytes: 8},
		NativeComparison: results.NativeComparison{Verdict: results.Slower}}}
	results.Judge(cells, false)
	assert.Equal(t, results.Slower, cells[0].Verdict)
}
