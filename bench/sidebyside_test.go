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
	"topocoll/bench/stats"
	"topocoll/catalog"
	"topocoll/internal/native"
	"topocoll/mpi"
	"topocoll/mpi/mpitest"
)

// The median time of a native call measured in C (in_c_ns) agrees with a loop in the same process that uses
// OSU's method. The tolerance is 10 %. For the shortest calls it is 400 ns, the start skew that a barrier may
// leave. The loop uses the same memory. With a cold cache it uses a new slot for every call. With a warm
// cache it always uses the same slot and root, like OSU. Both times are the maximum over the ranks, sample by
// sample. Tests of times run only in `make selfcheck`, on 2 quiet cores.
func TestSideBySideWithC(t *testing.T) {
	if os.Getenv("TOPOCOLL_SELFCHECK") == "" {
		t.Skip("measures times: make selfcheck")
	}
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		require.Equal(t, 2, w.Size)
		for _, coll := range []catalog.Collective{catalog.Bcast, catalog.Allreduce, catalog.Alltoall} {
			for _, bytes := range []int{8, 1 << 10, 16 << 10, 256 << 10} {
				for _, cache := range []string{results.Cold, results.Warm} {
					ours, c, ratio := sideBySide(t, w, coll, bytes, cache)
					if w.Rank == 0 {
						fmt.Printf("side by side: %-10s %5s %s  ours %7.0f ns, OSU %7.0f ns, ratio %.3f\n",
							coll, results.FormatSize(bytes), cache, ours, c, ratio)
					}
					assert.InDelta(t, 1, ratio, max(0.1, min(0.3, 400/c)),
						"%s %d bytes, %s: ours %.0f ns, OSU %.0f ns", coll, bytes, cache, ours, c)
				}
			}
		}
	})
}

// sideBySide returns the median times of bench's loop and of OSU's loop in ns, and the median of their ratio
// over the rounds.
func sideBySide(t require.TestingT, w *mpi.World, coll catalog.Collective, bytes int, cache string) (ours, c,
	ratio float64) {
	m := benchOf(t, w, Config{Seed: 1, CallSettings: CallSettings{Cache: cache}})
	mine := measurementOf(t, m, coll, bytes)
	require.Len(t, mine.set.Contenders, 1, "only native")
	port, library := mpi.NewPort[float64](w), mine.set.Contenders[0]
	port.TimeCalls()
	mine.set.Contenders = nil // leaves only native in C
	const rounds, n = 30, 40
	var all, loop, ratios []float64
	for round := range rounds {
		mine.restart()
		ns, longest := make([]int64, n), make([]int64, n)
		for i := range n {
			if cache == results.Warm {
				require.NoError(t, mine.sampler.Repeat(round, 1))
				continue
			}
			require.NoError(t, mine.sampler.Repeat(round*n+i, 1))
			require.NoError(t, runOSU(port, coll, mine.set.Args(library, (round*n+i)%w.Size), ns[i:i+1]))
		}
		if cache == results.Warm {
			require.NoError(t, runOSU(port, coll, mine.set.Args(library, round%w.Size), ns))
		}
		require.NoError(t, mpi.Allreduce(m.ranks.Times, mpi.Max[int64](), ns, longest))
		all, loop = append(all, results.Floats(mine.timesInC())...), append(loop, results.Floats(longest)...)
		ratios = append(ratios,
			stats.Median(results.Floats(mine.timesInC()))/stats.Median(results.Floats(longest)))
	}
	return stats.Median(all), stats.Median(loop), stats.Median(ratios)
}

// runOSU fills ns with the times in C of consecutive calls. A barrier precedes each call.
func runOSU(port *mpi.Port[float64], coll catalog.Collective, a catalog.Args[float64], ns []int64) error {
	for i := range ns {
		if err := errors.Join(mpi.Barrier(port), native.Run(coll, port, a)); err != nil {
			return err
		}
		began, ended := port.LastCall()
		ns[i] = ended - began
	}
	return mpi.Barrier(port)
}
