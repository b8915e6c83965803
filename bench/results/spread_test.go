package results_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/bench/results"
	"topocoll/bench/results/resultstest"
)

// If an algorithm is measured at any size, it has cells at all sizes. An algorithm that is never measured has
// no cells.
func TestSpread(t *testing.T) {
	var got []string
	for _, c := range results.ExpandAlike(resultstest.Pipelined().Cells) {
		got = append(got, c.Algo+" "+results.FormatSize(c.Bytes)+" "+c.Of)
	}
	assert.Equal(t, []string{"native 8 ", "ring/bcast 8 ", "ring/bcast-pipelined 8 ring/bcast", "native 64 ",
		"ring/bcast 64 ", "ring/bcast-pipelined 64 "}, got)
}
