//go:build cgo

package bench

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/mpi"
	"topocoll/mpi/mpitest"
)

// Rows whose plans are the same are measured once, under the name of the first; what stands beside ours is always measured.
func TestMerge(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		rows := rowsOf("ring/bcast", "ring/bcast-scatter", "hcube/bcast", "ring/allgather", "hcube/allgather", "ring/shift", "hcube/shift-ecube")
		r, _ := ran(t, w, Config{Rows: rows, Sizes: []int{64}, Exact: 4, Uncompiled: true, MemoryLimit: little})
		alike := map[string][]string{}
		for _, c := range r.Cells {
			alike[c.Algo] = c.Alike
			assert.Equal(t, 4, c.N, c.Algo)
		}
		for _, row := range rows {
			assert.Contains(t, alike, results.Uncompiled+row.ID)
		}
		assert.Equal(t, w.Size > 1, slices.Contains(slices.Collect(maps.Keys(alike)), "ring/bcast-scatter"), "on one rank all is alike")
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

// Contenders stay together that are in one group on every rank.
func TestTogether(t *testing.T) {
	assert.Equal(t, []int{0, 1, 1, 3, 0}, together([]int64{
		0, 1, 1, 1, 0,
		0, 0, 0, 3, 0,
	}, 5))
}

// Plans that are the same for one root may differ for another, and in segments.
func TestAlikeForEveryRoot(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		if w.Size < 3 {
			return
		}
		m := measurerOf(t, w, Config{Rows: rowsOf("ring/bcast-doubling", "hcube/bcast"), MemoryLimit: little})
		mine := trialAt(t, m, "bcast", 64)
		together := []int{0, 1, 1}
		groups, err := mine.alike(together, []int{0})
		require.NoError(t, err)
		assert.Equal(t, together, groups)
		groups, err = mine.alike(together, mine.roots)
		require.NoError(t, err)
		assert.Equal(t, []int{0, 1, 2}, groups)
		require.NoError(t, mine.merge())
		assert.Len(t, mine.contenders, 3)

		mine.contenders[2].segment = 2
		groups, err = mine.alike(together, []int{0})
		require.NoError(t, err)
		assert.Equal(t, []int{0, 1, 2}, groups, "in other segments")
	})
}
