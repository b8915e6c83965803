//go:build cgo

package bench

import (
	"topocoll/internal/native"
)

// inC is the native call with its time read in C, as a C program would measure it. It takes its turn in every repetition, so
// that it finds the same caches as the others, but it is not a contender. Native itself is timed from Go, like ours,
// because two more readings of the clock within the call would make it slower.
func inC[T number](m *measurer, s side[T]) contender[T] {
	port := portOf[T](m, m.world)
	port.TimeCalls()
	return contender[T]{name: "native in C", run: native.Call(s.coll, port, s.counts), took: port.LastCall}
}

// calls is the number of timed calls in a repetition.
func (t *trial[T]) calls() int { return len(t.contenders) + 1 }

// contender returns the contender with a number; after the last comes native in C.
func (t *trial[T]) contender(i int) contender[T] {
	if i == len(t.contenders) {
		return t.inC
	}
	return t.contenders[i]
}

// alone returns the times of native in C.
func (t *trial[T]) alone() []int64 { return t.longest[len(t.contenders)] }
