//go:build cgo

package bench

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/arrival"
	"topocoll/mpi"
	"topocoll/mpi/mpitest"
)

// Results are right if ranks enter late, and the result file records the pattern of late entries. Cells have
// no lower bound, because part of a call may be over before the last rank enters.
func TestArrival(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		for _, pattern := range arrival.Shapes {
			late := arrival.Pattern{Shape: pattern, Time: 50 * time.Microsecond}
			cfg := Config{Contenders: Contenders{Rows: rowsNamed("ring/allgather", "hcube/bcast")},
				MeasuredCases: MeasuredCases{Sizes: []int{24}},
				Effort:        Effort{Exact: 2, Warmup: -1},
				MemoryLimit:   little, CallSettings: CallSettings{Arrival: late}}
			r, err := Run(w, patiently(cfg), &recorder{})
			require.NoError(t, err, pattern)
			assert.Equal(t, "arrival "+pattern+":50us", r.Env.CallOptions())
			assert.Len(t, r.Cells, 4)
			for _, c := range r.Cells {
				assert.Zero(t, c.Bound+c.Estimate)
				for _, ns := range c.Samples {
					assert.GreaterOrEqual(t, ns, int64(0))
				}
			}
		}
	})
}
