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

// stallRecorder is a listener that records the watchdog's reports.
type stallRecorder struct {
	recorder
	why chan string
}

func (b *stallRecorder) Stalled(why string) { b.why <- why }

// startWatchdog starts the watchdog of a bench, and returns a listener that records its reports.
func startWatchdog(t require.TestingT, m *bench) *stallRecorder {
	l := &stallRecorder{why: make(chan string, 1)}
	require.NoError(t, m.guard.Start(m.cfg.Stall, l.Stalled))
	return l
}

// The watchdog does not report many calls that are each as slow as expected. Checking and timing many slow
// contenders takes several times the watchdog's time limit. On a busy machine a rank may really wait longer
// than the limit. The test then doubles the call times and the limit.
func TestSlowContendersAreNoStall(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		stall := 500 * time.Millisecond
		for stalledByManyCalls(t, w, stall) {
			stall *= 2
			require.Less(t, stall, 10*time.Second, "stalled without cause")
		}
	})
}

// stalledByManyCalls reports whether the watchdog reports a stall during calls that together take several
// times its time limit.
func stalledByManyCalls(t require.TestingT, w *mpi.World, patience time.Duration) bool {
	takes := patience / 16
	slow := contender.Contender[float64]{Name: "slow", Run: func(a catalog.Args[float64]) error {
		time.Sleep(takes)
		for j := range a.Out {
			a.Out[j] = float64(words.Find(words.Sum).Input(a.Root, j))
		}
		return nil
	}}
	mine := broadcastOf(t, w, Config{Effort: Effort{Stall: patience}, MemoryLimit: little}, slow, slow, slow,
		slow, slow,
		slow,
		slow, slow)
	for i := range mine.set.Contenders {
		mine.set.NoteTime(i, takes.Nanoseconds()) // as if estimated from the messages of a run
	}
	l := startWatchdog(t, mine.bench)
	defer mine.guard.Close()
	require.NoError(t, mine.sampler.Check(0))
	require.NoError(t, mine.sampler.Repeat(0, 2))
	said, err := mine.ranks.Maxima(int64(len(l.why)))
	require.NoError(t, err)
	return said[0] > 0
}

// The watchdogs of all ranks share a key. They can therefore query each other, and rank 0 reports for all
// ranks.
func TestRanksThatStopHearEachOther(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		m := benchOf(t, w, Config{Effort: Effort{Stall: 300 * time.Millisecond}})
		l := startWatchdog(t, m)
		defer m.guard.Close()
		why := <-l.why
		if w.Rank == 0 {
			assert.Contains(t, why, "starting the ranks has not finished")
			assert.Contains(t, why, "all ranks answer")
		} else {
			assert.Empty(t, why)
		}
	})
}

// The report of the watchdog names the wait if a non-blocking call does not end.
func TestAWaitThatDoesNotEndIsNamed(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		var l *stallRecorder
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
		mine := broadcastOf(t, w,
			Config{Options: contender.Options{RequestKind: results.Nonblocking},
				Effort:      Effort{Stall: 300 * time.Millisecond},
				MemoryLimit: little}, c)
		l = startWatchdog(t, mine.bench)
		defer mine.guard.Close()
		mine.guard.SetActivity(callsText(mine.set.Case, mine.cfg.RequestKind))
		require.NoError(t, mine.sampler.Check(0))
		require.Len(t, why, 1)
		if w.Rank == 0 {
			assert.Regexp(t, `bcast 1K p=\d+ \(start or wait of nonblocking calls\) has not finished`, why[0])
		} else {
			assert.Empty(t, why[0])
		}
	})
}
