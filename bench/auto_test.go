//go:build cgo

package bench

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/mpi"
	"topocoll/mpi/mpitest"
)

// auto is measured beside the row that it has chosen, with the same counters, and is checked like any other.
func TestAuto(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		r, _ := ran(t, w, Config{Rows: rowsOf("hcube/allreduce", "hcube/barrier", "ring/shift"), Sizes: []int{3, 64}, Exact: 3, Auto: true})
		cells := map[string]results.Cell{}
		for _, c := range r.Cells {
			assert.NotContains(t, c.Alike, results.Auto)
			if c.Bytes != 3 {
				cells[c.Op+" "+c.Algo] = c
			}
		}
		for _, op := range []string{"allreduce", "barrier", "shift"} {
			assert.Contains(t, cells, op+" auto")
		}
		assert.Equal(t, cells["allreduce hcube/allreduce"].Counters, cells["allreduce auto"].Counters, "log p messages of 64 bytes")
		assert.Len(t, results.Regrets(r), 3)
	})
}
