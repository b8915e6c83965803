//go:build cgo

package bench

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/mpi"
	"topocoll/mpi/mpitest"
)

// Calls with counts: every contender's result is checked, native's and those of a run with labels too, and no
// bound for equal blocks is given.
func TestCounts(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		rows := rowsOf("ring/allgather", "hcube/scatter", "ring/gather", "hcube/reducescatter")
		turned := make([]int, w.Size)
		for i := range turned {
			turned[i] = (i + 1) % w.Size
		}
		for _, skew := range catalog.Skews() {
			cfg := Config{Rows: rows, Sizes: []int{24, 7}, Counts: skew, Placement: turned, Exact: 1, Warmup: -1, MemoryLimit: little}
			r, err := Run(w, cfg, &heard{})
			require.NoError(t, err, skew)
			assert.Equal(t, "counts "+string(skew), r.Env.CallOptions())
			assert.Len(t, r.Cells, 2*2*len(rows))
			for _, c := range r.Cells {
				assert.Zero(t, c.Bound+c.Estimate)
			}
		}
	})
}

// Calls with counts can be started: native, MPI_Iallgatherv and its like, and ours.
func TestCountsOfStarted(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		rows := rowsOf("ring/allgather", "hcube/scatter", "ring/gather", "hcube/reducescatter", "circulant/alltoall-bruck")
		cfg := Config{Rows: rows, Sizes: []int{24}, Counts: "big", Exact: 2, Warmup: -1, MemoryLimit: little, Started: results.Nonblocking}
		r, err := Run(w, cfg, &heard{})
		require.NoError(t, err)
		assert.Len(t, r.Cells, 2*len(rows))
		for _, c := range r.Cells {
			assert.NotNil(t, c.Overlap, "%s %s", c.Op, c.Algo)
		}
	})
}
