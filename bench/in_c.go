//go:build cgo

package bench

import (
	"topocoll/catalog"
	"topocoll/internal/native"
	"topocoll/mpi"
)

// inC is the native call with its time read in C, as a C program sees it. It takes its turn in every block, so that it meets
// the same caches as the others, but it is no contender: native itself is timed from outside, like ours, because two more
// readings of the clock in the call would make it slower.
func inC[T mpi.Element](m *machine, kind catalog.Kind) contender[T] {
	port, op := mpi.NewPort[T](m.world), mpi.Sum[T]()
	port.TimeCalls()
	return contender[T]{name: "native in C", run: func(a catalog.Args[T]) error { return native.Run(kind, port, op, a) }, took: port.LastCall}
}

// calls is how many there are in a block that are timed.
func (t *trial[T]) calls() int { return len(t.contenders) + 1 }

// contender returns who runs by number; after the contenders comes native in C.
func (t *trial[T]) contender(i int) contender[T] {
	if i == len(t.contenders) {
		return t.inC
	}
	return t.contenders[i]
}

// alone are the times of native in C.
func (t *trial[T]) alone() []int64 { return t.longest[len(t.contenders)] }
