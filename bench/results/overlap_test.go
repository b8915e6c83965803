package results_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/bench/results/resultstest"
	"topocoll/bench/results/tables"
)

// For non-blocking and persistent calls, the table shows the overlap instead of the bound or the estimate.
// Join does not mix these calls with blocking calls.
func TestOverlap(t *testing.T) {
	var launches []*results.Result
	for i, part := range []float64{0.5, 0.1, 0.3} {
		r := resultstest.Launch(string(rune('1'+i)), 1000, 4, 8)
		r.Env.RequestKind, r.Env.Tests = results.Nonblocking, 1
		r.Cells[0].Overlap, r.Cells[0].Computing = &part, 100*part
		launches = append(launches, r)
	}
	r := mustJoin(t, launches...)
	assert.Equal(t, []float64{0.3, 30}, []float64{*r.Cells[0].Overlap, r.Cells[0].Computing})
	assert.Nil(t, r.Cells[1].Overlap)
	var text strings.Builder
	tables.WriteEnv(&text, r.Env)
	tables.WriteTable(&text, r)
	assert.Contains(t, text.String(),
		"# all calls: nonblocking, timed from start to wait, 1 test while computing\n")
	assert.Contains(t, text.String(), "ratio 95 %         overlap    n\n")
	assert.Regexp(t, ` native .* 30 %   12`, text.String())
	var table strings.Builder
	require.NoError(t, results.WriteCSV(&table, r.Cells))
	lines := strings.Split(table.String(), "\n")
	assert.True(t, strings.HasSuffix(lines[1], ",0.3000"), lines[1])

	launches[1].Env.RequestKind = results.Persistent
	_, err := results.Join(launches)
	assert.ErrorContains(t, err, "call options ")
}
