//go:build cgo

package bench

import (
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/mpi"
	"topocoll/mpi/mpitest"
)

// The median of a native call read in C, in_c_ns, is that of a C loop with OSU's method in the same process, within 10 %, when
// the loop's buffers and root take turns like ours. Both are the maximum over the ranks, sample by sample. What the loop
// finds with one root and one pair of buffers, as OSU has them, is printed beside: where the data was last decides what
// a copy costs. Times inform and never gate: this runs for `make selfcheck` on 2 quiet cores, and nowhere else.
func TestSideBySideWithC(t *testing.T) {
	if os.Getenv("TOPOCOLL_SELFCHECK") == "" {
		t.Skip("measures times: make selfcheck")
	}
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		require.Equal(t, 2, w.Size)
		for _, kind := range []catalog.Kind{catalog.Bcast, catalog.Allreduce, catalog.Alltoall} {
			for _, bytes := range []int{8, 1 << 10, 16 << 10, 256 << 10} {
				ours, c, warm, ratio := sideBySide(t, w, kind, bytes)
				if w.Rank == 0 {
					fmt.Printf("side by side: %-10s %5s  ours %7.0f ns, C loop %7.0f ns, ratio %.3f; C loop on one buffer %7.0f ns\n",
						kind, results.FormatSize(bytes), ours, c, ratio, warm)
				}
				const unsure = 60 // ns: a reading of the clock and the skew of a barrier, more than a tenth of the shortest calls
				assert.InDelta(t, 1, ratio, max(0.1, unsure/c), "%s %d bytes: ours %.0f ns, C loop %.0f ns", kind, bytes, ours, c)
			}
		}
	})
}

// sideBySide returns the medians of ours, of the loop and of the loop on one buffer in ns, and the median of the ratios of
// each round of the first two.
func sideBySide(t require.TestingT, w *mpi.World, kind catalog.Kind, bytes int) (ours, c, warm, ratio float64) {
	m, err := newMachine(w, Config{Seed: 1}.withDefaults())
	require.NoError(t, err)
	mine, err := newTrial[float64](m, kind, bytes)
	require.NoError(t, err)
	require.Len(t, mine.contenders, 1, "native alone")
	port := mpi.NewPort[float64](w)
	const rounds, n = 30, 40
	var all, loop, onOne, ratios []float64
	for round := range rounds {
		mine.reset()
		require.NoError(t, mine.batchInC(round*n, n))
		turns, one := make([]int64, n), make([]int64, n)
		for i := range n {
			err = errors.Join(err, timeInC(port, kind, mine.byRank.call(round*n+i), turns[i:i+1]))
		}
		err = errors.Join(err, timeInC(port, kind, mine.byRank.call(0), one))
		require.NoError(t, err)
		longest, longestOfOne := make([]int64, n), make([]int64, n)
		require.NoError(t, mpi.Allreduce(m.times, mpi.Max[int64](), turns, longest))
		require.NoError(t, mpi.Allreduce(m.times, mpi.Max[int64](), one, longestOfOne))
		all, loop, onOne = append(all, results.Floats(mine.alone)...), append(loop, results.Floats(longest)...), append(onOne, results.Floats(longestOfOne)...)
		ratios = append(ratios, middleOf(results.Floats(mine.alone))/middleOf(results.Floats(longest)))
	}
	return middleOf(all), middleOf(loop), middleOf(onOne), middleOf(ratios)
}

// timeInC puts the times of one call after the other, in a C loop, in ns.
func timeInC(port *mpi.Port[float64], kind catalog.Kind, a catalog.Args[float64], ns []int64) error {
	switch kind {
	case catalog.Bcast:
		return mpi.TimeBcast(port, a.Root, a.Out, ns)
	case catalog.Allreduce:
		return mpi.TimeAllreduce(port, mpi.Sum[float64](), a.In, a.Out, ns)
	case catalog.Alltoall:
		return mpi.TimeAlltoall(port, a.In, a.Out, ns)
	}
	return fmt.Errorf("no C loop for %s", kind)
}
