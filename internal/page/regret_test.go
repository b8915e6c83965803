package page

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
)

// The page says what the choice of auto costs, if it was measured.
func TestRegretOfAuto(t *testing.T) {
	r := &results.Result{Schema: 1, Cells: []results.Cell{
		{Op: "bcast", Algo: "native", P: 2, Bytes: 8, Median: 5, Ratio: 1},
		{Op: "bcast", Algo: "ring/bcast", P: 2, Bytes: 8, Median: 4, Ratio: 0.8},
	}}
	const said = "<code>auto</code>, bcast on 2 ranks: 1.25 times as long as the best"
	var without, with strings.Builder
	require.NoError(t, Write(&without, r))
	assert.NotContains(t, without.String(), "<code>auto</code>")
	r.Cells = append(r.Cells, results.Cell{Op: "bcast", Algo: results.Auto, P: 2, Bytes: 8, Median: 5, Ratio: 1})
	require.NoError(t, Write(&with, r))
	assert.Contains(t, with.String(), said)
}
