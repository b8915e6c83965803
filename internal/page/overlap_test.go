package page

import (
	"testing"

	"topocoll/bench/results"
)

// The table of numbers of non-blocking calls has their overlap.
func TestOverlapInTheNumbers(t *testing.T) {
	part := 0.25
	cell := results.Cell{Subject: results.Subject{Op: "bcast", Algo: native, P: 2, Bytes: 8},
		Summary:          results.Summary{Median: 5},
		NativeComparison: results.NativeComparison{Ratio: 1},
		Overlapping:      results.Overlapping{Overlap: &part}}
	assertHas(t, write(t, &results.Result{Cells: []results.Cell{cell}}), `<th class="n">overlap`, "<td>25 %")
}
