package fit

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/bench/results"
)

// The prediction is the median time of the shifts by 1, 2 and 3, which bench uses in turn. On a ring of 4
// nodes, these shifts take 1, 2 and 1 steps.
func TestShift(t *testing.T) {
	r := &results.Result{Messages: one.measured("pingpong", 1, 4, noError),
		Cells: []results.Cell{cellOf("shift", "ring/shift", 4, 8, 1, 8, 1)}}
	assert.InEpsilon(t, 900+0.12*8, predicted(t, r, "pingpong"), 1e-6)
	r.Cells[0].P = 5
	assert.InEpsilon(t, 1.5*(900+0.12*8), predicted(t, r, "pingpong"), 1e-6, "1, 2, 2 and 1 steps")
	r.Cells[0].P = 1 << 18
	assert.InEpsilon(t, 512.5*(900+0.12*8), predicted(t, r, "pingpong"), 1e-6,
		"bench measures shifts by at most 1024")
}
