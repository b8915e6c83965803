//go:build cgo

package bench

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/contender"
	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/mpi"
	"topocoll/mpi/mpitest"
)

// In calls with counts, every contender's result is checked, even under a mapping, and cells have no lower
// bound.
func TestCounts(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		rows := rowsNamed("ring/allgather", "hcube/scatter", "ring/gather", "hcube/reducescatter")
		turned := make([]int, w.Size)
		for i := range turned {
			turned[i] = (i + 1) % w.Size
		}
		for _, skew := range catalog.Distributions() {
			cfg := Config{Options: contender.Options{Counts: skew, Mapping: turned},
				Contenders:    Contenders{Rows: rows},
				MeasuredCases: MeasuredCases{Sizes: []int{24, 7}},
				Effort:        Effort{Exact: 1, Warmup: -1},
				MemoryLimit:   little}
			r, err := Run(w, patiently(cfg), &recorder{})
			require.NoError(t, err, skew)
			assert.Equal(t, "counts "+string(skew), r.Env.CallOptions())
			assert.Len(t, r.Cells, 2*2*len(rows))
			for _, c := range r.Cells {
				assert.Zero(t, c.Bound+c.Estimate)
			}
		}
	})
}

// Calls with counts can be non-blocking and persistent. This is true of native calls such as MPI_Iallgatherv
// and of algorithms of the catalog.
func TestCountsOfStarted(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		rows := rowsNamed("ring/allgather", "hcube/scatter", "ring/gather", "hcube/reducescatter",
			"circulant/alltoall-bruck")
		cfg := Config{Options: contender.Options{Counts: "big", RequestKind: results.Nonblocking},
			Contenders:    Contenders{Rows: rows},
			MeasuredCases: MeasuredCases{Sizes: []int{24}},
			Effort:        Effort{Exact: 2, Warmup: -1},
			MemoryLimit:   little}
		r, err := Run(w, patiently(cfg), &recorder{})
		require.NoError(t, err)
		assert.Len(t, r.Cells, 2*len(rows))
		for _, c := range r.Cells {
			assert.NotNil(t, c.Overlap, "%s %s", c.Op, c.Algo)
		}
	})
}
