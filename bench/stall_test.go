//go:build cgo

package bench

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/contender"
	"topocoll/bench/results"
	"topocoll/bench/words"
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
func guarded(t require.TestingT, m *bench) *stalled {
	l := &stalled{why: make(chan string, 1)}
	require.NoError(t, m.guard.Start(m.cfg.Stall, l.Stalled))
	return l
}

// Many calls that are each slow as expected are no stall: checking and timing many slow contenders takes
// several times the watchdog's patience. A machine that lets a rank wait for longer than that is a reason to
// say so: then calls and patience get twice as long.
func TestSlowContendersAreNoStall(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		stall := 500 * time.Millisecond
		for stalledByManyCalls(t, w, stall) {
			stall *= 2
			require.Less(t, stall, 10*time.Second, "stalled without cause")
		}
	})
}

// stalledByManyCalls reports whether a rank says that calls have stalled which together take several times as
// long as the patience.
func stalledByManyCalls(t require.TestingT, w *mpi.World, patience time.Duration) bool {
	takes := patience / 16
	slow := contender.Contender[float64]{Name: "slow", Run: func(a catalog.Args[float64]) error {
		time.Sleep(takes)
		for j := range a.Out {
			a.Out[j] = float64(words.Find(words.Sum).Input(a.Root, j))
		}
		return nil
	}}
	mine := trialOf(t, w, Config{Stall: patience, MemoryLimit: little}, slow, slow, slow, slow, slow, slow, slow, slow)
	for i := range mine.set.Contenders {
		mine.set.NoteTime(i, takes.Nanoseconds()) // as the messages of a run would suggest
	}
	l := guarded(t, mine.bench)
	defer mine.guard.Close()
	require.NoError(t, mine.sampler.Check(0))
	require.NoError(t, mine.sampler.Repeat(0, 2))
	said, err := mine.ranks.Greatest(int64(len(l.why)))
	require.NoError(t, err)
	return said[0] > 0
}

// The watchdogs of all ranks share a key: they can ask each other, and rank 0 reports for all.
func TestRanksThatStopHearEachOther(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		m := measurerOf(t, w, Config{Stall: 300 * time.Millisecond})
		l := guarded(t, m)
		defer m.guard.Close()
		why := <-l.why
		if w.Rank == 0 {
			assert.Contains(t, why, "the start has not ended")
			assert.Contains(t, why, "all ranks answer")
		} else {
			assert.Empty(t, why)
		}
	})
}

// A wait for a started call that does not end is named.
func TestAWaitThatDoesNotEndIsNamed(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		var l *stalled
		var why []string
		c := contender.Contender[float64]{Name: "never", Run: func(a catalog.Args[float64]) error {
			if why == nil {
				why = append(why, <-l.why)
			}
			for j := range a.Out {
				a.Out[j] = float64(words.Find(words.Sum).Input(a.Root, j))
			}
			return nil
		}}
		mine := trialOf(t, w, Config{Stall: 300 * time.Millisecond, MemoryLimit: little, Started: results.Nonblocking}, c)
		l = guarded(t, mine.bench)
		defer mine.guard.Close()
		mine.guard.SetActivity(mine.callsText(mine.set.Case))
		require.NoError(t, mine.sampler.Check(0))
		require.Len(t, why, 1)
		if w.Rank == 0 {
			assert.Contains(t, why[0], "the start of nonblocking calls and the wait for them, bcast 1K")
		} else {
			assert.Empty(t, why[0])
		}
	})
}
