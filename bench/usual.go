//go:build cgo

package bench

import (
	"time"

	"topocoll/catalog"
	"topocoll/internal/record"
)

// known is the shortest time a contender took, and for how many bytes.
type known struct {
	bytes int
	ns    int64
}

// A call may always take this long: a rank that shares its core waits for its turn.
const shortest = 10 * time.Millisecond

// usual is what a call of a contender should take, for the watchdog: its shortest time at this size or, scaled, at
// the size before. Before there is any it is what the slowest contender might take.
func (t *trial[T]) usual(i int) time.Duration {
	k, measured := t.m.known[t.key(i)]
	if !measured {
		return max(shortest, longestCall(t.m.timed, t.m.world.Size, t.bytes))
	}
	return max(shortest, time.Duration(k.ns*int64(max(1, t.bytes/max(1, k.bytes)))))
}

// watched is a contender whose calls the watchdog hears of; where calls are timed the loop tells it.
func (t *trial[T]) watched(i int) contender[T] {
	c := t.contender(i)
	run, counted := c.run, c.counted
	c.run = func(a catalog.Args[T]) error {
		t.m.beat(t.usual(i))
		defer t.m.beat(0)
		return run(a)
	}
	c.counted = func(trace *record.Trace, a catalog.Args[T]) error {
		t.m.beat(t.usual(i))
		defer t.m.beat(0)
		return counted(trace, a)
	}
	return c
}

// note keeps the shortest time at the size of the trial.
func (t *trial[T]) note(i int, ns int64) {
	k, measured := t.m.known[t.key(i)]
	if !measured || k.bytes != t.bytes || ns < k.ns {
		t.m.known[t.key(i)] = known{t.bytes, ns}
	}
}

func (t *trial[T]) key(i int) string { return string(t.kind) + " " + t.contender(i).name }
