//go:build cgo

package bench

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/contender"
	"topocoll/bench/results"
	"topocoll/mpi"
	"topocoll/mpi/mpitest"
)

// Algorithms with the same plans are measured once, under the name of the first of them. Contenders that are
// not catalog algorithms are always measured.
func TestMerge(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		rows := rowsNamed("ring/bcast", "ring/bcast-scatter", "hcube/bcast", "ring/allgather",
			"hcube/allgather",
			"ring/shift", "hcube/shift-ecube")
		r, _ := runBench(t, w,
			Config{Options: contender.Options{Uncompiled: true},
				Contenders:    Contenders{Rows: rows},
				MeasuredCases: MeasuredCases{Sizes: []int{64}},
				Effort:        Effort{Exact: 4},
				MemoryLimit:   little})
		alike := map[string][]string{}
		for _, c := range r.Cells {
			alike[c.Algo] = c.Alike
			assert.Equal(t, 4, c.N, c.Algo)
		}
		for _, row := range rows {
			assert.Contains(t, alike, results.Uncompiled+row.ID)
		}
		assert.Equal(t, w.Size > 1, slices.Contains(slices.Collect(maps.Keys(alike)), "ring/bcast-scatter"),
			"on one rank all plans are the same")
		switch w.Size {
		case 2:
			assert.Equal(t, []string{"hcube/bcast"}, alike["ring/bcast"])
			assert.Equal(t, []string{"hcube/shift-ecube"}, alike["ring/shift"])
			assert.NotContains(t, alike, "hcube/bcast")
			assert.Contains(t, alike, "hcube/allgather", "a copy comes first")
		case 3, 5, 8:
			assert.Empty(t, alike["ring/bcast"])
			assert.Contains(t, alike, "hcube/bcast")
		}
	})
}
