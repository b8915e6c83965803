//go:build cgo

package sampler

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/clock"
	"topocoll/bench/contender"
	"topocoll/bench/group"
	"topocoll/bench/results"
	"topocoll/mpi"
	"topocoll/mpi/mpitest"
)

func TestMain(m *testing.M) { mpitest.Main(m) }

// Calls that are long compared with the error of the clocks start at a common time.
func TestRoundOfLongCalls(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		r, err := group.New(w)
		require.NoError(t, err)
		guard := group.NewGuard(r)
		c, err := clock.New(r)
		require.NoError(t, err)
		gate := clock.NewGate(r, guard, c, clock.Round)
		set := &contender.Set[float64]{
			Case:       results.Case{Op: "bcast", P: w.Size, Bytes: 64},
			Contenders: make([]contender.Contender[float64], 1),
		}
		s := New(set, Instruments{Ranks: r, Guard: guard, Clock: c, Gate: gate, Sync: clock.Round}, Limits{})
		for ns, sync := range map[int64]string{100: clock.Round, 101: clock.Dissem} {
			s.repetitionTime, c.Error = 1000, ns
			assert.Equal(t, sync, s.initialSync())
		}
		s.Samples[0].Longest = []int64{900, 1000, 1100}
		c.Error, gate.Sync = 100, clock.Round
		assert.True(t, s.startTimesAreValid())
		c.Error = 101
		assert.False(t, s.startTimesAreValid())
		gate.Sync = clock.Dissem
		assert.True(t, s.startTimesAreValid(), "a barrier needs no clock")
	})
}
