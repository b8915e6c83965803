//go:build cgo

package bench

import (
	"errors"
	"fmt"
	"os"
	"testing"
	"topocoll/bench/results"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/mpi"
	"topocoll/mpi/mpitest"
)

// The median of a native call read in C, in_c_ns, is that of a plain C loop with OSU's method in the same process, within 10 %.
// Both take turns, and both are the maximum over the ranks, sample by sample. Times inform and never gate:
// this runs for `make selfcheck` on 2 quiet cores, and nowhere else.
func TestSideBySideWithC(t *testing.T) {
	if os.Getenv("TOPOCOLL_SELFCHECK") == "" {
		t.Skip("measures times: make selfcheck")
	}
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		require.Equal(t, 2, w.Size)
		for _, kind := range []catalog.Kind{catalog.Bcast, catalog.Allreduce, catalog.Alltoall} {
			for _, bytes := range []int{8, 1 << 10, 16 << 10, 256 << 10} {
				ours, c, ratio := sideBySide(t, w, kind, bytes)
				if w.Rank == 0 {
					fmt.Printf("side by side: %-10s %5s  ours %7.0f ns, C loop %7.0f ns, ratio %.3f\n", kind, results.FormatSize(bytes), ours, c, ratio)
				}
				const unsure = 60 // ns: a reading of the clock and the skew of a barrier, more than a tenth of the shortest calls
				assert.InDelta(t, 1, ratio, max(0.1, unsure/c), "%s %d bytes: ours %.0f ns, C loop %.0f ns", kind, bytes, ours, c)
			}
		}
	})
}

// sideBySide returns the medians of both in ns, and the median of the ratios of each round.
func sideBySide(t require.TestingT, w *mpi.World, kind catalog.Kind, bytes int) (ours, c, ratio float64) {
	m, err := newMachine(w, Config{Seed: 1}.withDefaults())
	require.NoError(t, err)
	mine, err := newTrial[float64](m, kind, bytes)
	require.NoError(t, err)
	require.Len(t, mine.contenders, 1, "native alone")
	port, calls := mpi.NewPort[float64](w), mine.byRank.calls[0]
	const rounds, n = 30, 40
	var all, loop, ratios []float64
	for round := range rounds {
		mine.reset()
		require.NoError(t, mine.batch(round*n, n))
		ns, longest := make([]int64, n), make([]int64, n)
		switch a := calls[0]; kind {
		case catalog.Bcast: // the root rotates, as in our blocks: where the data was last decides what a copy costs
			for i := range n {
				err = errors.Join(err, mpi.TimeBcast(port, i%2, calls[i%2].Out, ns[i:i+1]))
			}
		case catalog.Allreduce:
			err = mpi.TimeAllreduce(port, mpi.Sum[float64](), a.In, a.Out, ns)
		case catalog.Alltoall:
			err = mpi.TimeAlltoall(port, a.In, a.Out, ns)
		}
		require.NoError(t, err)
		require.NoError(t, mpi.Allreduce(m.times, mpi.Max[int64](), ns, longest))
		all, loop = append(all, results.Floats(mine.inC[0])...), append(loop, results.Floats(longest)...)
		ratios = append(ratios, middleOf(results.Floats(mine.inC[0]))/middleOf(results.Floats(longest)))
	}
	return middleOf(all), middleOf(loop), middleOf(ratios)
}
