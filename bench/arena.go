//go:build cgo

package bench

import (
	"cmp"
	"fmt"
	"runtime/debug"
	"syscall"
	"time"
	"unsafe"

	"topocoll/bench/results"
	"topocoll/internal/host"
	"topocoll/mpi"
)

// An arena is the memory of a rank that holds the words of all calls. All operations and sizes of a run share it.
type arena struct {
	memory []byte // mapped: it is not Go's, whose collector would let as much garbage gather beside it
	words  []float64
	reuse  int // bytes that calls should go through before they reuse an address; 0: every call uses the same address
	room   int // bytes that it may have for that
	laid   layout
	walked [2]uint64 // steps taken in the lanes of input words and of results
}

// A layout is how an arena is divided.
type layout struct {
	word, size, split int // in bytes: a word, the part in use, the part for input words
}

// lanes are those from which calls take their input words and their results.
type lanes[T number] struct{ in, out lane[T] }

const cacheLine = 64 // bytes

// lay divides a measurer's arena into lanes for calls with at most in input words and out result words.
//
// With --cache cold, both parts together have the size that calls should go through before they reuse an address, or, if there
// is not the room for that, as much as there is; then the slot of a call is taken out of the caches after it. With --cache warm,
// and if a single call needs more than that, every call uses the same slot.
func lay[T number](m *measurer, in, out int) (lanes[T], error) {
	a := &m.arena
	inBytes, outBytes := slotBytes[T](in), slotBytes[T](out)
	needIn, needOut := inBytes+2*cacheLine, outBytes+2*cacheLine
	l := layout{word: sizeOf[T](), size: max(lines(min(a.reuse, a.room)), needIn+needOut)}
	l.split = min(max(lines(l.size/2), needIn), l.size-needOut)
	if l != a.laid {
		m.beat(10 * time.Duration(l.size)) // 0.1 GB/s, in case the kernel must allocate the memory first
		if err := a.fit(l.size); err != nil {
			return lanes[T]{}, err
		}
		fill(view[T](a.words)[:l.size/l.word])
		a.laid = l
		m.beat(0)
	}
	words := view[T](a.words)[:l.size/l.word]
	at := lanes[T]{
		in:  newLane(words[:l.split/l.word], inBytes, &a.walked[0]),
		out: newLane(words[l.split/l.word:], outBytes, &a.walked[1]),
	}
	if l.size < a.reuse { // the calls do not go through as much memory as the caches have room for
		mpi.Flush(words)
		at.in.flush, at.out.flush = true, true
	}
	return at, nil
}

func newLane[T number](words []T, slot int, walked *uint64) lane[T] {
	slots := (len(words)*sizeOf[T]() - 2*cacheLine) / slot
	return lane[T]{words: words, slot: slot / sizeOf[T](), slots: slots, taken: walked}
}

// slotBytes returns the bytes of n words, rounded up to whole cache lines.
func slotBytes[T number](n int) int { return max(cacheLine, lines(n*sizeOf[T]()+cacheLine-1)) }

// lines rounds a number of bytes down to whole cache lines.
func lines(bytes int) int { return bytes / cacheLine * cacheLine }

// fit makes the arena at least the given number of bytes long. It begins on a page.
func (a *arena) fit(bytes int) error {
	if 8*len(a.words) >= bytes {
		return nil
	}
	err := a.free()
	if err == nil {
		a.memory, err = syscall.Mmap(-1, 0, bytes, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	}
	if err != nil {
		return fmt.Errorf("bench: %s for the words of calls: %w", results.FormatSize(bytes), err)
	}
	a.words = unsafe.Slice((*float64)(unsafe.Pointer(unsafe.SliceData(a.memory))), bytes/8)
	return nil
}

// free gives the memory back.
func (a *arena) free() error {
	mapped := a.memory
	a.memory, a.words, a.laid = nil, nil, layout{}
	if mapped == nil {
		return nil
	}
	return syscall.Munmap(mapped)
}

// freeWords gives the memory of the words back: whoever writes the results needs some.
func (m *measurer) freeWords() {
	m.arena.free()
	debug.FreeOSMemory()
}

// view returns the memory of an arena as words of type T.
func view[T number](words []float64) []T {
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(words))), len(words)*8/sizeOf[T]())
}

// fill writes words like those of rank 0 from any address: small, so that no sum of them is slow to compute or
// overflows. The results that later calls find there are sums of such words.
func fill[T number](x []T) {
	for j := range min(period, len(x)) {
		x[j] = T(operatorOf(Sum).word(0, j))
	}
	for n := period; n < len(x); n *= 2 {
		copy(x[n:], x[:n])
	}
}

// ranksHere counts the ranks on the same machine as this one; emulated hosts and containers share one.
func (m *measurer) ranksHere() (ranks int, err error) {
	where := cmp.Or(host.Boot(), m.hosts[m.world.Rank])
	all, err := m.gather(where)
	for _, other := range all {
		if other == where {
			ranks++
		}
	}
	return ranks, err
}

// reuse returns how many bytes the calls of every rank should go through before they reuse an address, for the
// requested state of the caches.
func (m *measurer) reuse() (int, error) {
	if m.cfg.Cache == results.Warm {
		return 0, nil
	}
	most, err := m.greatest(int64(coldBytes(host.ReadCaches(), m.here)))
	return int(most[0]), err
}
