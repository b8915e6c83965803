//go:build cgo

package bench

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/clock"
	"topocoll/bench/contender"
	"topocoll/bench/results"
	"topocoll/bench/stats"
	"topocoll/catalog"
	"topocoll/mpi"
	"topocoll/mpi/mpitest"
)

// twoHosts makes the odd ranks of one host pretend to be on a second host, whose clock is ahead and drifts. A
// test can advance the time on all ranks at once, so it covers minutes of drift without waiting. On a busy
// machine, the error of a disturbed alignment is small compared with this drift.
type twoHosts struct {
	m     *bench
	began int64 // on the true clock, which all ranks share
	leapt int64 // ns
	ahead int64 // ns by which the second host's clock is ahead at the beginning
	rate  float64
}

// pretend makes a bench run on two simulated hosts. It aligns the clocks once.
func pretend(t require.TestingT, m *bench, ppm float64) *twoHosts {
	began := []int64{mpi.Now()}
	require.NoError(t, mpi.Bcast(m.ranks.Times, 0, began))
	h := &twoHosts{m: m, began: began[0], ahead: 3_000_000, rate: ppm * 1e-6}
	for rank := range m.ranks.Hosts {
		m.ranks.Hosts[rank] = fmt.Sprint("pretended", rank%2)
	}
	m.clock.Now = func() int64 { return h.read(h.trueTime()) }
	require.NoError(t, m.clock.Align())
	return h
}

func (h *twoHosts) trueTime() int64 { return mpi.Now() + h.leapt }

// read returns the time on this rank's clock at the given true time.
func (h *twoHosts) read(truly int64) int64 {
	if h.m.ranks.World.Rank%2 == 0 {
		return truly
	}
	return truly + h.ahead + int64(h.rate*float64(truly-h.began))
}

// leap advances the time by the given seconds and aligns the clocks. It does this the given number of times.
func (h *twoHosts) leap(t require.TestingT, times int, seconds int64) {
	for range times {
		h.leapt += seconds * second
		require.NoError(t, h.m.clock.Align())
	}
}

// The clock is as accurate long after the last alignment as at the alignment. With a single alignment, the
// error would be the whole drift. The slowest clock drifts by two seconds. The tolerance is a twentieth of
// the drift, and a busy machine disturbs an alignment only by milliseconds.
func TestClockDrifts(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		for _, ppm := range []float64{20, 200, -200} {
			m := benchOf(t, w, Config{})
			h := pretend(t, m, ppm)
			const leap = 10_000 // seconds
			h.leap(t, 9, leap)
			later := h.trueTime() + leap*second
			drifted := h.rate * float64(later-h.began)
			assert.InDelta(t, later, m.clock.ToRank0(h.read(later)), max(drifted, -drifted)/20, "%v ppm", ppm)
			assert.InDelta(t, h.read(later), m.clock.ToLocal(later), max(drifted, -drifted)/20, "%v ppm", ppm)
			assert.Less(t, float64(m.clock.Error), max(drifted, -drifted)/20)
		}
	})
}

// Ranks on one host share one clock, and the alignment sends no message.
func TestOneHostHasOneClock(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		m := benchOf(t, w, Config{})
		m.clock.Now = func() int64 { panic("asked") }
		m.ranks.Times = nil
		require.NoError(t, m.clock.Align())
		assert.Equal(t, int64(77), m.clock.ToRank0(77))
		assert.Zero(t, m.clock.Error)
	})
}

// Samples start together, both in true time and according to the model, however far the clocks have drifted
// apart. After a barrier, the model is only used to observe the starts. With common start times, it
// determines the starts.
func TestStartsOfDriftingClocks(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		for _, sync := range []string{clock.Dissem, clock.Round} {
			var h *twoHosts
			var calls []int64 // true start times of the second contender's calls, 0 for native's
			mine := broadcastOf(t, w, Config{Sync: sync},
				contender.Contender[float64]{Name: "nothing", Run: func(catalog.Args[float64]) error {
					calls = append(calls, h.trueTime())
					return nil
				}})
			for _, c := range []*contender.Contender[float64]{&mine.set.Contenders[0], &mine.set.InC} {
				run := c.Run
				c.Run = func(a catalog.Args[float64]) error {
					calls = append(calls, 0)
					return run(a)
				}
			}
			h = pretend(t, mine.bench, -200)
			h.leap(t, 4, 100)
			h.leapt += 5000 * second
			mine.gate.Ahead = clock.MostAhead // the upper limit, so that repetitions with a late rank count
			const repetitions = 8
			require.NoError(t, mine.sampler.Repeat(0, repetitions))
			var starts []int64
			for repetition := range slices.Chunk(calls, 4) { // the first call is not timed
				starts = append(starts, slices.Max(repetition[1:]))
			}
			all := make([]int64, repetitions*w.Size)
			require.NoError(t, mpi.Allgather(mine.ranks.Times, starts, all))
			var truth []int64
			for b := range repetitions {
				first, last := all[b], all[b]
				for rank := range w.Size {
					first, last = min(first, all[rank*repetitions+b]), max(last, all[rank*repetitions+b])
				}
				truth = append(truth, last-first)
			}
			// In ns. The clocks have drifted by 1.08 s since the first alignment and by 1 s since the last. On a
			// busy machine a rank may start 0.1 s late.
			const wrong = 300e6
			assert.Less(t, stats.Median(results.Floats(truth)), wrong, "%s, in true time", sync)
			assert.Less(t, stats.Median(results.Floats(mine.sampler.Samples[1].StartSkew)), wrong,
				"%s, by the model", sync)
		}
	})
}

// If the clocks are not accurate enough for common start times, the run does not use them, and it reports
// this once.
func TestRoundIsRefused(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		cfg := Config{Contenders: Contenders{Rows: rowsNamed("hcube/bcast")},
			MeasuredCases: MeasuredCases{Sizes: []int{8, 64, 1024}},
			Effort:        Effort{Exact: 4}, Sync: clock.Round}
		m := benchOf(t, w, cfg)
		l := &jumps{twoHosts: pretend(t, m, 20)}
		r, err := m.run(l)
		require.NoError(t, err)
		require.Len(t, r.Cells, 6)
		assert.Equal(t, clock.Round, r.Env.Sync)
		if w.Size == 1 {
			assert.Empty(t, r.Cells[0].Sync)
			assert.Zero(t, r.Cells[0].ClockError)
			assert.Empty(t, r.Skipped)
			return
		}
		assert.Equal(t, "offset", r.Env.Clock)
		worst := 0.0
		for _, c := range r.Cells {
			assert.Equal(t, clock.Dissem, c.Sync, "%s %d", c.Algo, c.Bytes)
			worst = max(worst, c.ClockError)
			assert.Equal(t, 4, c.N, "samples with a common start time are discarded")
		}
		assert.Greater(t, worst, float64(jump)/10)
		require.Len(t, r.Skipped, 1, "reported once")
		assert.Contains(t, r.Skipped[0], "--sync round: the samples of bcast 8 p=")
		assert.Equal(t, r.Skipped, l.skipped)
	})
}

const jump = int64(40e6) // ns

// jumps is a listener that sets the second host's clock ahead before every cell.
type jumps struct {
	recorder
	*twoHosts
}

func (j *jumps) Progress(int, string) { j.ahead += jump }

// If the alignment after the samples detects a clock jump, the samples with a common start time are
// discarded.
func TestRoundIsTakenBack(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		var h *twoHosts
		calls := map[string]int{}
		mine := broadcastOf(t, w, Config{Sync: clock.Round, Effort: Effort{Exact: 8}},
			contender.Contender[float64]{Name: "jumps", Run: func(catalog.Args[float64]) error {
				if len(calls) == 0 {
					h.ahead += jump
				}
				calls[h.m.gate.Sync]++
				return nil
			}})
		h = pretend(t, mine.bench, 20)
		h.leap(t, 2, 1)
		mine.clock.Error = 0
		_, err := mine.sampler.Run()
		require.NoError(t, err)
		assert.GreaterOrEqual(t, calls[clock.Round], 8)
		assert.Len(t, mine.sampler.Samples[0].Longest, 8)
		if w.Size > 1 {
			assert.GreaterOrEqual(t, calls[clock.Dissem], 8)
			assert.Equal(t, clock.Dissem, mine.otherSync())
		} else {
			assert.Empty(t, mine.otherSync())
		}
		mine.gate.Late, mine.gate.Sync = 1, clock.Dissem
		require.NoError(t, mine.gate.Enter(0))
		assert.Zero(t, mine.gate.Late, "late applies to one start only")
	})
}

// second is one second in ns.
const second = int64(1e9)
