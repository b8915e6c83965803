//go:build cgo

package bench

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/mpi"
	"topocoll/mpi/mpitest"
)

// stalled is a listener that records what the watchdog reports.
type stalled struct {
	heard
	why chan string
}

func (b *stalled) Stalled(why string) { b.why <- why }

// guarded is what the watchdog of a measurer tells from now on.
func guarded(t require.TestingT, m *measurer) *stalled {
	l := &stalled{why: make(chan string, 1)}
	require.NoError(t, m.guard(l))
	return l
}

// Many calls that are each slow as expected are no stall: checking and timing many slow contenders takes several
// times the watchdog's patience.
func TestSlowContendersAreNoStall(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		const takes = 30 * time.Millisecond
		slow := contender[float64]{name: "slow", run: func(a catalog.Args[float64]) error {
			time.Sleep(takes)
			for j := range a.Out {
				a.Out[j] = float64(operatorOf(Sum).word(a.Root, j))
			}
			return nil
		}}
		mine := trialOf(t, w, Config{Stall: 500 * time.Millisecond, MemoryLimit: little}, slow, slow, slow, slow, slow, slow, slow, slow)
		for i := range mine.contenders {
			mine.note(i, takes.Nanoseconds()) // as the messages of a run would suggest
		}
		l := guarded(t, mine.m)
		defer mine.m.watch.Close()
		require.NoError(t, mine.checkAll(0))
		require.NoError(t, mine.batch(0, 2))
		assert.Empty(t, l.why, "stalled without cause")
	})
}

// The watchdogs of all ranks share a key: they can ask each other, and rank 0 reports for all.
func TestRanksThatStopHearEachOther(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		m := measurerOf(t, w, Config{Stall: 300 * time.Millisecond})
		l := guarded(t, m)
		defer m.watch.Close()
		why := <-l.why
		if w.Rank == 0 {
			assert.Contains(t, why, "the start has not ended")
			assert.Contains(t, why, "all ranks answer")
		} else {
			assert.Empty(t, why)
		}
	})
}
