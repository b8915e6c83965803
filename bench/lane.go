//go:build cgo

package bench

import (
	"math/bits"

	"topocoll/mpi"
)

// A lane is memory divided into slots of whole cache lines, which calls use one after the other. There is a cache line
// before the first slot and one after the last, so that the words around any slot can serve as guards during a check.
type lane[T number] struct {
	words []T
	slot  int     // words per slot
	slots int     // number of slots; 1: every call uses the same
	flush bool    // a slot is taken out of all caches when the next one is taken; see leave
	last  []T     // the words that were taken last, if there is something to flush
	taken *uint64 // steps taken in the walk, which continues where the previous cell stopped
}

// take returns n words for the next call, and the same words with a cache line more at each end. A call without words
// takes no slot: if only the root has words, the calls of other roots must not use up slots.
func (l *lane[T]) take(n int) (x, guarded []T) {
	at := line[T]()
	if n > 0 {
		at += l.next() * l.slot
	}
	x = l.words[at:][:n]
	l.leave(x)
	return x, l.words[at-line[T]() : at+n+line[T]()]
}

// leave takes the words of the call before out of all caches. Those of the next call, x, are not there since their last call:
// taking them out now would leave their addresses translated.
func (l *lane[T]) leave(x []T) {
	if l.flush {
		mpi.Flush(l.last)
		l.last = x
	}
}

// next returns the next slot of a walk through all slots, so that when a slot's turn comes, all others have been used
// since. Consecutive slots have no constant distance, so no hardware prefetcher can follow the walk. Prefetchers also
// fetch the neighbours of what is used; the walk visits first the even slots, then the odd ones, so neighbours are
// about half of the walk apart.
func (l *lane[T]) next() int {
	if l.slots == 1 {
		return 0
	}
	pairs := uint64(l.slots / 2)
	width := bits.Len64(pairs - 1)
	for {
		i := *l.taken
		*l.taken++
		if pair := scattered(i, width); pair < pairs {
			return int(2*pair + i>>width&1)
		}
	}
}

// scattered is a pseudo-random permutation of the numbers of width bits. Multiplication by an odd factor and an
// exclusive or with a right shift are both invertible, as in the output functions of random number generators. Higher
// bits of i are ignored.
func scattered(i uint64, width int) uint64 {
	mask := uint64(1)<<width - 1
	for _, odd := range []uint64{0x9e3779b97f4a7c15, 0xbf58476d1ce4e5b9, 0x94d049bb133111eb} {
		i = i * odd & mask
		i ^= i >> (width/2 + 1)
	}
	return i
}
