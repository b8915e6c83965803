package page

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/internal/figure"
)

// A sweep is a complete chart: lines of text above it, names beside it, and colours that every program can
// show.
func TestWriteSweep(t *testing.T) {
	var cells []results.Cell
	for i, algo := range []string{"ring/bcast", "hcube/bcast", "mesh/bcast", "ring/bcast-doubling",
		"mesh/bcast-trees"} {
		for _, m := range []int{0, 1, 8, 64} {
			cells = append(cells,
				results.Cell{Subject: results.Subject{Op: "bcast", Algo: algo, P: 16, Bytes: m},
					Summary: results.Summary{Median: float64(1000 * (i + 1) * (m + 1))}})
		}
	}
	sweep := Sweep{Head: []string{"bcast, p = 16", "ts = 10 µs & <more>"}, X: "m, words",
		Ticks: []figure.Tick{{Value: 8, Label: "8"}}, Cells: cells}
	var svg bytes.Buffer
	require.NoError(t, WriteSweep(&svg, sweep))
	text := svg.String()
	for _, want := range []string{"bcast, p = 16</text>", "ts = 10 µs &amp; &lt;more&gt;</text>",
		"@media (prefers-color-scheme: dark)", `[style*="stroke:#0072b2"] { stroke: #2f8fd0 !important; }`,
		".chart text { fill: #9aa4af; }",
		"m, words</text>", "<title>ring/bcast-doubling</title>", ">mesh trees</text>", "stroke:#0072b2"} {
		assert.Contains(t, text, want)
	}
	assert.NotContains(t, text, "var(")
	assert.NotContains(t, text, "stroke:;")
	assert.NotContains(t, text, ": ;")
	assert.NotContains(t, text, ":  !important")
	assert.Equal(t, 1, strings.Count(text, "stroke:#a3abb4;stroke-width:1\"><title>mesh/bcast-trees"),
		"the slowest of five is grey")
	sweep.Cells = cells[:2]
	assert.ErrorIs(t, WriteSweep(&svg, sweep), ErrPoints)
	sweep.Cells = nil
	assert.ErrorIs(t, WriteSweep(&svg, sweep), ErrPoints)
}
