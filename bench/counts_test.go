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

// Calls with counts: every contender's result is checked, native's and those of a run with labels too, and no bound for equal blocks is given.
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
			assert.Equal(t, "counts "+string(skew), r.Env.Calls())
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

// The words of blocks of different lengths are those of their ranks, and a block in the wrong place is found.
func TestCheckCounts(t *testing.T) {
	m := &measurer{world: &mpi.World{Rank: 1, Size: 3}, cfg: Config{Counts: "linear"}} // of 6 words: 1, 2 and 3
	s := newSide[float64](m, catalog.Allgather, 2, 0, nil)
	assert.Equal(t, []int{2, 6}, []int{s.in(0), s.out(0)})
	at := laid[float64](t, m, s.most(s.in), s.most(s.out))
	turnedBy := func(n int) contender[float64] {
		return contender[float64]{name: "it", run: func(a catalog.Args[float64]) error {
			for j, of := range [][2]int{{0, 0}, {1, 0}, {1, 1}, {2, 0}, {2, 1}, {2, 2}} {
				a.Out[(j+n)%6] = s.word(of[0], of[1])
			}
			return nil
		}}
	}
	failure, err := s.check(turnedBy(0), &at, 0)
	require.NoError(t, err)
	assert.Empty(t, failure)
	failure, err = s.check(turnedBy(1), &at, 0)
	require.NoError(t, err)
	assert.Regexp(t, "it: rank 1 has . at word . of 6, want .", failure)
}
