//go:build cgo

package bench

import "time"

// known is the shortest time a contender took, and for how many bytes.
type known struct {
	bytes int
	ns    int64
}

// A call may always take this long: a rank that shares its core waits for its turn.
const shortest = 10 * time.Millisecond

// usual is what a contender takes as a rule, judged by its shortest time at this size or, scaled, at the
// size before; 0 before there is any. The watchdog wants it.
func (t *trial[T]) usual(i int) time.Duration {
	k, measured := t.m.known[t.key(i)]
	if !measured {
		return 0
	}
	return max(shortest, time.Duration(k.ns*int64(max(1, t.bytes/max(1, k.bytes)))))
}

// note keeps the shortest time at the size of the trial.
func (t *trial[T]) note(i int, ns int64) {
	k, measured := t.m.known[t.key(i)]
	if !measured || k.bytes != t.bytes || ns < k.ns {
		t.m.known[t.key(i)] = known{t.bytes, ns}
	}
}

func (t *trial[T]) key(i int) string { return string(t.kind) + " " + t.contenders[i].name }
