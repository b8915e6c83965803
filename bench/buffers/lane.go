//go:build cgo

package buffers

import (
	"math/bits"

	"topocoll/bench/words"
	"topocoll/mpi"
)

// A Lane is a buffer divided into slots of equal size, each a whole number of cache lines. Successive calls
// use different slots. There is one spare cache line before the first slot and one after the last slot, so
// that a check can use the cache lines around any slot as guards.
type Lane[T words.Number] struct {
	words     []T
	slotWords int     // words per slot
	slotCount int     // number of slots; 1: every call uses the same slot
	flush     bool    // flush the words of a slot from all caches when the next slot is taken
	previous  []T     // buffer of the previous call, if it must be flushed
	steps     *uint64 // number of steps that nextSlot has taken so far; the next case continues from there
}

// Take returns n words for the next call, and the same words extended by one cache line at each end. If n is
// 0, it takes no slot. In an operation in which only the root has data, a rank therefore uses no slots while
// another rank is the root.
func (l *Lane[T]) Take(n int) (x, guarded []T) {
	at := Line[T]()
	if n > 0 {
		at += l.nextSlot() * l.slotWords
	}
	x = l.words[at:][:n]
	l.flushPrevious(x)
	return x, l.words[at-Line[T]() : at+n+Line[T]()]
}

// First returns the first n words of the lane, without taking a slot.
func (l *Lane[T]) First(n int) []T { return l.words[:n] }

// flushPrevious flushes the buffer of the previous call from all caches. The buffer x of the next call was
// flushed after its last use. It is not flushed again, because that would load its addresses into the TLB.
func (l *Lane[T]) flushPrevious(x []T) {
	if l.flush {
		mpi.Flush(l.previous)
		l.previous = x
	}
}

// nextSlot returns the next slot of a walk that visits every slot before it repeats one. The distance between
// successive slots varies, so no hardware prefetcher can follow the walk. Prefetchers also fetch the
// neighbours of a slot. Therefore the walk visits the even slots before the odd slots. Neighbours are then
// about half a walk apart.
func (l *Lane[T]) nextSlot() int {
	if l.slotCount == 1 {
		return 0
	}
	pairs := uint64(l.slotCount / 2)
	width := bits.Len64(pairs - 1)
	for {
		i := *l.steps
		*l.steps++
		if pair := permute(i, width); pair < pairs {
			return int(2*pair + i>>width&1)
		}
	}
}

// permute returns element i of a pseudo-random permutation of the numbers with `width` bits. It multiplies i
// by an odd factor and computes the XOR of the product and the product shifted right, three times in all.
// Both operations are invertible. The output functions of random number generators use the same operations.
// Higher bits of i are ignored.
func permute(i uint64, width int) uint64 {
	mask := uint64(1)<<width - 1
	for _, odd := range []uint64{0x9e3779b97f4a7c15, 0xbf58476d1ce4e5b9, 0x94d049bb133111eb} {
		i = i * odd & mask
		i ^= i >> (width/2 + 1)
	}
	return i
}
