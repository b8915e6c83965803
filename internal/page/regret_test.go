package page

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
)

// bcastCell returns the cell of a broadcast of 8 bytes on 2 ranks.
func bcastCell(algorithm string, median, ratio float64) results.Cell {
	return results.Cell{Subject: results.Subject{Op: "bcast", Algo: algorithm, P: 2, Bytes: 8},
		Summary:          results.Summary{Median: median},
		NativeComparison: results.NativeComparison{Ratio: ratio}}
}

// If the cost of auto's choice was measured, the page shows it.
func TestRegretOfAuto(t *testing.T) {
	r := &results.Result{Schema: 2, Cells: []results.Cell{
		bcastCell("native", 5, 1),
		bcastCell("ring/bcast", 4, 0.8),
	}}
	const said = "<code>auto</code>, bcast on 2 ranks: takes 1.25 times as long as the best"
	var without, with strings.Builder
	require.NoError(t, Write(&without, r))
	assert.NotContains(t, without.String(), "<code>auto</code>")
	r.Cells = append(r.Cells,
		bcastCell(results.Auto, 5, 1))
	require.NoError(t, Write(&with, r))
	assert.Contains(t, with.String(), said)
}

// The page compares our algorithm with the library's algorithm that sends the same messages.
func TestSameAlgorithm(t *testing.T) {
	r := &results.Result{Schema: 2, Cells: []results.Cell{
		bcastCell("native", 5, 1),
		bcastCell("hcube/bcast", 4, 0.8),
	}}
	var without, with strings.Builder
	require.NoError(t, Write(&without, r))
	assert.NotContains(t, without.String(), "The same algorithm, twice")
	r.Cells = append(r.Cells,
		bcastCell("native:binomial", 5, 1))
	results.Judge(r.Cells, false)
	require.NoError(t, Write(&with, r))
	assert.Contains(t, with.String(),
		`<td><code>hcube/bcast</code><td><code>native:binomial</code><td class="n">0.80<td `+
			`class="n">0.80<td class="n">0.80</tr>`)
}
