//go:build cgo

package bench

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/calibration"
	"topocoll/bench/contender"
	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/coll"
	"topocoll/mpi"
	"topocoll/mpi/mpitest"
)

// With Uncompiled, every procedure is also measured without a plan. This contender is checked like all
// contenders and sends the same messages.
func TestUncompiled(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		rows := rowsNamed("hcube/bcast", "ring/allreduce", "mesh/gather")
		for _, inC := range []bool{false, true} {
			r, _ := runBench(t, w,
				Config{Options: contender.Options{Uncompiled: true, InC: inC},
					Contenders:    Contenders{Rows: rows},
					MeasuredCases: MeasuredCases{Sizes: []int{64}},
					Effort:        Effort{Exact: 4},
					MemoryLimit:   little})
			assert.Equal(t, inC, r.Env.TimeInC)
			for _, row := range rows {
				compiled, direct := find(r, row.ID, 64), find(r, "go:"+row.ID, 64)
				assert.Equal(t, 4, compiled.N)
				assert.Equal(t, 4, direct.N)
				assert.Equal(t, compiled.Counters, direct.Counters, row.ID)
			}
		}
		r, _ := runBench(t, w, Config{Contenders: Contenders{Rows: rows},
			MeasuredCases: MeasuredCases{Sizes: []int{64}},
			Effort:        Effort{Exact: 4}, MemoryLimit: little})
		for _, c := range r.Cells {
			assert.False(t, strings.HasPrefix(c.Algo, results.Uncompiled), "not requested")
		}
	})
}

// C code measures the times of the native call and of the compiled algorithms. It does not measure the time
// of an uncompiled procedure.
func TestWhoIsTimedInC(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		m := benchOf(t, w,
			Config{Options: contender.Options{Uncompiled: true, InC: true},
				Contenders:  Contenders{Rows: rowsNamed("hcube/bcast")},
				MemoryLimit: little})
		mine := measurementOf(t, m, "bcast", 1024)
		for _, c := range mine.set.Contenders {
			require.Equal(t, c.Name != "go:hcube/bcast", c.LastCall != nil, c.Name)
			if c.LastCall == nil || w.Size == 1 {
				continue
			}
			before := m.clock.Now()
			require.NoError(t, c.Run(mine.set.Args(c, 0)))
			began, ended := c.LastCall()
			assert.True(t, before <= began && began <= ended && ended <= m.clock.Now(), "%s: %d %d %d",
				c.Name, before, began, ended)
		}
	})
}

// With --segment, longer messages are sent in segments, and the cell has the segment size. Without --segment,
// short messages are not divided.
func TestSegmentCutsPlans(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		if w.Size == 1 {
			return
		}
		cfg := Config{Options: contender.Options{Uncompiled: true, Segment: 256},
			Contenders:    Contenders{Rows: rowsNamed("hcube/bcast", "ring/bcast-pipelined")},
			MeasuredCases: MeasuredCases{Sizes: []int{64, 1000}},
			Effort:        Effort{Exact: 4},
			MemoryLimit:   little}
		r, _ := runBench(t, w, cfg)
		whole, segmented := find(r, "go:hcube/bcast", 1000), find(r, "hcube/bcast", 1000)
		assert.Equal(t, 256, segmented.Segment)
		assert.Equal(t, whole.Counters.Rounds, segmented.Counters.Rounds)
		assert.Equal(t, 4*whole.Counters.Messages, segmented.Counters.Messages)
		assert.Equal(t, whole.Counters.Bytes, segmented.Counters.Bytes)
		assert.Zero(t, whole.Segment)
		assert.Zero(t, find(r, "hcube/bcast", 64).Segment)
		assert.Zero(t, find(r, results.Native, 1000).Segment)
		if w.Size > 2 { // on two ranks, the plans of the two algorithms are the same
			assert.Equal(t, 256, find(r, "ring/bcast-pipelined", 1000).Segment)
			assert.Zero(t, find(r, "ring/bcast-pipelined", 64).Segment)
		}
		assert.Equal(t, 256, find(r, "go:ring/bcast-pipelined", 1000).Segment)
		assert.Zero(t, find(r, "go:ring/bcast-pipelined", 64).Segment)
	})
}

// All ranks use the same segments, and the results are correct. The message times of the run predict that two
// halves of a message take less time than the whole message.
func TestCutByMessages(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		if w.Size == 1 {
			return
		}
		m := benchOf(t, w, Config{Contenders: Contenders{Rows: rowsNamed("hcube/bcast")}, MemoryLimit: 1 << 20})
		var err error
		m.contenders.Calibration, err = calibration.New(m.ranks, coll.Machine{}, nil, inHalvesFaster(w.Size))
		require.NoError(t, err)
		mine := measurementOf(t, m, "bcast", 4096)
		require.NoError(t, mine.sampler.Check(0))
		counters, err := mine.set.Count()
		require.NoError(t, err)
		assert.Equal(t, 2048/8, mine.set.Contenders[1].Segment)
		assert.Equal(t, 2*counters[1].Rounds, counters[1].Messages, "rank 0 sends in every round")
	})
}

// If the ranks share cores, the start-up time of the model is the time of a single message, and the exchange
// among all ranks shows the processor time of a message.
func TestModelOfSharedCores(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		if w.Size == 1 {
			return
		}
		m := benchOf(t, w, Config{})
		linear := func(start float64) func(bytes float64) float64 {
			return func(bytes float64) float64 { return start + bytes }
		}
		messages := timedBy(w.Size, linear(60000))
		for _, msg := range timedBy(w.Size, linear(40000)) {
			msg.Pattern = "pingpong"
			messages = append(messages, msg)
		}
		for _, want := range []coll.Machine{
			{Within: coll.Times{Ts: 60, Tw: 1e-3}},
			{Within: coll.Times{Ts: 40, Tw: 1e-3}, O: 60.008 / float64(w.Size), Cores: 2},
		} {
			c, err := calibration.New(m.ranks, coll.Machine{Cores: want.Cores}, nil, messages)
			require.NoError(t, err)
			assert.InDelta(t, want.Within.Ts, c.Model.Within.Ts, 1e-6)
			assert.InDelta(t, want.Within.Tw, c.Model.Within.Tw, 1e-6)
			assert.InDelta(t, want.O, c.Model.O, 1e-6)
		}
	})
}

// Predicted segments are compared with whole messages in a few calls, if the time limit permits. The faster
// form is measured.
func TestPredictedSegmentsAreConfirmed(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		if w.Size == 1 {
			return
		}
		for _, test := range []struct {
			slow    string
			limit   time.Duration
			changed bool
			segment int // words
		}{
			{"segments", time.Minute, true, 0},
			{"whole", time.Minute, false, 2048 / 8},
			{"segments", time.Nanosecond, false, 2048 / 8},
		} {
			m := benchOf(t, w, Config{Contenders: Contenders{Rows: rowsNamed("hcube/bcast")},
				Effort: Effort{Time: test.limit}, MemoryLimit: 1 << 20})
			var err error
			m.contenders.Calibration, err = calibration.New(m.ranks, coll.Machine{}, nil, inHalvesFaster(w.Size))
			require.NoError(t, err)
			mine := measurementOf(t, m, "bcast", 4096)
			require.NoError(t, mine.sampler.Check(0))
			_, err = mine.set.Count()
			require.NoError(t, err)
			ours := &mine.set.Contenders[1]
			require.NotNil(t, ours.Undivided)
			if ours.Alike = []string{"twin"}; test.slow == "whole" {
				slowDown(ours.Undivided)
			} else {
				slowDown(ours)
			}
			changed, err := mine.sampler.ConfirmSegments()
			require.NoError(t, err)
			assert.Equal(t, test.changed, changed)
			assert.Equal(t, test.segment, ours.Segment)
			assert.Equal(t, []string{"twin"}, ours.Alike)
			require.NoError(t, mine.sampler.Check(w.Size-1))
			counters, err := mine.set.Count()
			require.NoError(t, err)
			if test.changed {
				assert.Equal(t, counters[1].Rounds, counters[1].Messages)
			}
		}
	})
}

// slowDown makes the calls of a contender take much longer.
func slowDown(c *contender.Contender[float64]) {
	run := c.Run
	c.Run = func(a catalog.Args[float64]) error {
		time.Sleep(30 * time.Millisecond)
		return run(a)
	}
}

// inHalvesFaster returns message times for p ranks. According to these times, two halves of a message of more
// than 2048 bytes take less time than the whole message.
func inHalvesFaster(p int) []results.Message {
	return timedBy(p, func(bytes float64) float64 {
		if bytes > 2048 {
			return 10 * bytes
		}
		return bytes
	})
}

// timedBy returns messages of 8 bytes to 1 MiB on p ranks. The function `ns` returns the time of a message.
func timedBy(p int, ns func(bytes float64) float64) (messages []results.Message) {
	for bytes := 8; bytes <= 1<<20; bytes *= 2 {
		messages = append(messages,
			results.Message{Pattern: "exchange", Stride: 1, P: p, Bytes: bytes, Median: ns(float64(bytes))})
	}
	return messages
}
