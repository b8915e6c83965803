//go:build cgo

package bench

import (
	"time"

	"topocoll/catalog"
)

// known is the shortest time of a contender, and the size in bytes at which it was measured.
type known struct {
	bytes int
	ns    int64
}

// shortest is how long a call may always take, because a rank that shares its core must wait for its turn.
const shortest = 10 * time.Millisecond

// usual is the usual time of a contender's call, for the watchdog: its shortest time at this size or, scaled, at the
// previous size. Before there is one, it is an estimate of the slowest contender's time.
func (t *trial[T]) usual(i int) time.Duration {
	k, measured := t.m.known[t.key(i)]
	if !measured {
		return max(shortest, longestCall(t.m.timed, t.m.world.Size, t.bytes))
	}
	return max(shortest, time.Duration(k.ns*int64(max(1, t.bytes/max(1, k.bytes)))))
}

// watched is a contender that tells the watchdog of its calls. The loop of timed calls does so itself.
func (t *trial[T]) watched(i int) contender[T] {
	c := t.contender(i)
	run := c.call
	c.run = func(a catalog.Args[T]) error {
		t.m.beat(t.usual(i))
		defer t.m.beat(0)
		return run(a)
	}
	return c
}

// note records the shortest time at the size of the trial.
func (t *trial[T]) note(i int, ns int64) {
	k, measured := t.m.known[t.key(i)]
	if !measured || k.bytes != t.bytes || ns < k.ns {
		t.m.known[t.key(i)] = known{t.bytes, ns}
	}
}

func (t *trial[T]) key(i int) string { return string(t.coll) + " " + t.contender(i).name }
