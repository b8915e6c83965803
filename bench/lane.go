//go:build cgo

package bench

import "math/bits"

// A lane is memory cut into slots of whole cache lines, which calls take one after the other. There is a line before
// the first slot and one behind the last, so that the words around any slot can be guards while it is checked.
type lane[T number] struct {
	words []T
	slot  int     // words of a slot
	slots int     // 1: every call has the same one
	taken *uint64 // numbers of the walk that are used up; it goes on where the cell before left it
}

// take returns the n words of the next call, and the same with a line more at each end. A call without words takes
// no slot: the root alone may have some, and its slot must not be gone through before it is used.
func (l *lane[T]) take(n int) (x, guarded []T) {
	at := line[T]()
	if n > 0 {
		at += l.next() * l.slot
	}
	return l.words[at:][:n], l.words[at-line[T]() : at+n+line[T]()]
}

// next is the next slot of a walk through all of them, of which each is as long ago as any when its turn comes. No
// prefetcher follows it, as neighbours in time are apart by no constant; and neighbours in memory, into which
// prefetchers run on, are half of the walk apart: it goes to every even slot first, then to every odd one.
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

// scattered is a permutation of the numbers of some bits that has no order to the eye: odd factors and shifted
// exclusive ors can be undone, as in the output functions of generators of random numbers. Higher bits of i are left out.
func scattered(i uint64, width int) uint64 {
	mask := uint64(1)<<width - 1
	for _, odd := range []uint64{0x9e3779b97f4a7c15, 0xbf58476d1ce4e5b9, 0x94d049bb133111eb} {
		i = i * odd & mask
		i ^= i >> (width/2 + 1)
	}
	return i
}
