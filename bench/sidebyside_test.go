//go:build cgo

package bench

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/stats"
	"topocoll/catalog"
	"topocoll/mpi"
	"topocoll/mpi/mpitest"
)

// Our median of a native call is that of a plain C loop with OSU's method in the same process, within 10 %.
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
				ours, c := sideBySide(t, w, kind, bytes)
				if w.Rank == 0 {
					println("side by side:", string(kind), FormatSize(bytes), "ours", int(ours), "ns, C loop", int(c), "ns, percent", int(100*ours/c+0.5))
				}
				assert.InDelta(t, 1, ours/c, 0.1, "%s %d bytes: ours %.0f ns, C loop %.0f ns", kind, bytes, ours, c)
			}
		}
	})
}

// sideBySide returns the medians of both in ns.
func sideBySide(t require.TestingT, w *mpi.World, kind catalog.Kind, bytes int) (ours, c float64) {
	m, err := newMachine(w, Config{Seed: 1}.withDefaults())
	require.NoError(t, err)
	mine, err := newTrial[float64](m, kind, bytes)
	require.NoError(t, err)
	require.Len(t, mine.contenders, 1, "native alone")
	port, buffers := mpi.NewPort[float64](w), mine.byRank.calls
	const rounds, n = 20, 40
	var loop []int64
	for round := range rounds {
		require.NoError(t, mine.batch(round*n, n))
		ns, longest := make([]int64, n), make([]int64, n)
		switch a := buffers[round%2]; kind {
		case catalog.Bcast:
			err = mpi.TimeBcast(port, a.Root, a.Out, ns)
		case catalog.Allreduce:
			err = mpi.TimeAllreduce(port, mpi.Sum[float64](), a.In, a.Out, ns)
		case catalog.Alltoall:
			err = mpi.TimeAlltoall(port, a.In, a.Out, ns)
		}
		require.NoError(t, err)
		require.NoError(t, mpi.Allreduce(m.times, mpi.Max[int64](), ns, longest))
		loop = append(loop, longest...)
	}
	return stats.Median(floats(mine.longest[0]), confidence).Value, stats.Median(floats(loop), confidence).Value
}
