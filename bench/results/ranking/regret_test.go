package ranking_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/bench/results"
	"topocoll/bench/results/ranking"
	"topocoll/bench/results/tables"
)

// The contender auto is compared with the best of the other contenders, including the native call. It is
// never the best contender itself.
func TestRegrets(t *testing.T) {
	cell := func(bytes int, algo string, ratio float64) results.Cell {
		return results.Cell{Subject: results.Subject{Op: "bcast", P: 4, Bytes: bytes, Algo: algo},
			NativeComparison: results.NativeComparison{Ratio: ratio, Verdict: results.Same}}
	}
	r := &results.Result{Cells: []results.Cell{
		cell(8, results.Native, 1), cell(8, "ring/bcast", 2), cell(8, results.Auto, 1.5), // native is the best
		// The contender auto is faster than both.
		cell(64, results.Native, 1), cell(64, "ring/bcast", 0.5), cell(64, results.Auto, 0.4),
	}}
	got := ranking.Regrets(r)
	assert.Len(t, got, 1)
	assert.Equal(t, ranking.Regret{Op: "bcast", P: 4, Mean: got[0].Mean, Worst: 1.5, At: 8}, got[0])
	assert.InDelta(t, 1.0954, got[0].Mean, 1e-4, "the mean of 1.5 and 0.8")
	assert.Equal(t, "ring/bcast", ranking.Contests(r)[0].Leader)
	assert.Equal(t, 0.5, ranking.BestRatio(r.Cells[3:], results.Cell.Competes))
	var out strings.Builder
	tables.WriteSummary(&out, r)
	assert.Contains(t, out.String(), "auto: bcast on 4 ranks: mean 1.095 over the sizes, at worst 1.500 at 8")
	assert.Empty(t, ranking.Regrets(&results.Result{Cells: r.Cells[:2]}))
}
