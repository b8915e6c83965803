//go:build cgo

package bench

import (
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/bench/stats"
	"topocoll/catalog"
	"topocoll/mpi"
	"topocoll/mpi/mpitest"
)

// withCopies returns a measurement of native and of copies of it under other names.
func withCopies(t require.TestingT, w *mpi.World, cache string, coll catalog.Collective, bytes,
	copies int) *measurement[float64] {
	mine := measurementOf(t, benchOf(t, w, Config{Seed: 1, CallSettings: CallSettings{Cache: cache},
		Effort: Effort{Exact: 400}}), coll, bytes)
	mine.set.Contenders = slices.Repeat(mine.set.Contenders[:1], 1+copies)
	for i := range copies {
		mine.set.Contenders[i+1].Name = fmt.Sprintf("copy %d", i+1)
	}
	mine.restart()
	return mine
}

// In most of these cases, the first call of a repetition would be slower without countermeasures, because it
// fills the caches for the later calls. In one case the caches matter less.
var cases = []struct {
	coll  catalog.Collective
	bytes int
}{{catalog.Bcast, 64 << 10}, {catalog.Bcast, 8}, {catalog.Allgather, 32 << 10}}

// The times of the native call and its copies depend little on the position in the repetition. Every
// repetition has a new random order, so other disturbances affect all positions equally. The effect of a
// position is the median of ln(time / geometric mean of the repetition). Tests of times run only in `make
// selfcheck`, on 2 quiet cores.
func TestPositionHasNoEffect(t *testing.T) {
	if os.Getenv("TOPOCOLL_SELFCHECK") == "" {
		t.Skip("measures times: make selfcheck")
	}
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		const contenders = 4
		for _, of := range cases {
			for _, cache := range []string{results.Cold, results.Warm} {
				mine := withCopies(t, w, cache, of.coll, of.bytes, contenders-1)
				_, err := mine.sampler.Run()
				require.NoError(t, err)
				text := fmt.Sprintf("position: %-10s %5s %s  median %7.0f ns, in C %7.0f ns, effects",
					of.coll, results.FormatSize(of.bytes), cache,
					stats.Median(results.Floats(mine.sampler.Samples[0].Longest)),
					stats.Median(results.Floats(mine.timesInC())))
				for position, logs := range logRatiosByPosition(mine) {
					effect := stats.NewSeries(logs).Estimate(results.Confidence)
					text += fmt.Sprintf("  %+.3f (%+.3f..%+.3f)", effect.Value, effect.Lo, effect.Hi)
					assert.InDelta(t, 0, effect.Value, 0.1, "%s %d bytes, %s, position %d", of.coll, of.bytes,
						cache, position)
				}
				if w.Rank == 0 {
					fmt.Println(text)
				}
			}
		}
	})
}

// logRatiosByPosition returns ln(time / geometric mean of the repetition) for each position.
func logRatiosByPosition(t *measurement[float64]) [][]float64 {
	n, samples := len(t.set.Contenders), t.sampler.Samples
	logs := make([][]float64, n+1)
	for b := range samples[0].Longest {
		mean := 0.0
		for i := range n {
			mean += math.Log(float64(samples[i].Longest[b])) / float64(n)
		}
		for i := range n {
			at := samples[i].Position[b]
			logs[at] = append(logs[at], math.Log(float64(samples[i].Longest[b]))-mean)
		}
	}
	return logs
}

// The time of the native call does not depend on the other contenders. The time measured in C is at most the
// time measured in Go. Tests of times run only in `make selfcheck`, on 2 quiet cores.
func TestNativeIsTheSameAmongMany(t *testing.T) {
	if os.Getenv("TOPOCOLL_SELFCHECK") == "" {
		t.Skip("measures times: make selfcheck")
	}
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		for _, of := range cases {
			for _, cache := range []string{results.Cold, results.Warm} {
				var native, inC [2]float64
				trials := []*measurement[float64]{withCopies(t, w, cache, of.coll, of.bytes, 1),
					withCopies(t, w, cache, of.coll, of.bytes, 8)}
				for round := range 60 { // alternate, so that disturbances affect both
					for _, mine := range trials {
						require.NoError(t, mine.sampler.Repeat(4*round, 4))
					}
				}
				for i, mine := range trials {
					native[i], inC[i] = stats.Median(results.Floats(mine.sampler.Samples[0].Longest)),
						stats.Median(results.Floats(mine.timesInC()))
					assert.LessOrEqual(t, inC[i], native[i]+100, "%s %d bytes, %s, beside %d copies", of.coll,
						of.bytes, cache, len(mine.set.Contenders)-1)
				}
				if w.Rank == 0 {
					fmt.Printf("among others: %-10s %5s %s  native %7.0f ns beside 1 copy, %7.0f ns "+
						"beside 8, ratio %.3f; in C %7.0f and %7.0f ns\n",
						of.coll, results.FormatSize(of.bytes), cache, native[0], native[1],
						native[1]/native[0], inC[0], inC[1])
				}
				assert.InDelta(t, 1, native[1]/native[0], 0.1, "%s %d bytes, %s", of.coll, of.bytes, cache)
			}
		}
	})
}
