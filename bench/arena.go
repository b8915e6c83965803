//go:build cgo

package bench

import (
	"time"
	"unsafe"

	"topocoll/bench/results"
	"topocoll/mpi"
)

// An arena is the memory of a rank in which calls have their words. All operations and sizes of a run share it.
type arena struct {
	words  []float64
	reuse  int // bytes that calls go through before they come back to a place; 0: they are all at the same
	laid   layout
	walked [2]uint64 // of the lanes of input words and of results
}

// A layout is what an arena is laid out for.
type layout struct {
	word, size, split int // bytes: of a word, of all that is used, of the input words
}

// places are where calls find their input words and leave their results.
type places[T number] struct{ in, out lane[T] }

const cacheLine = 64 // bytes

// lay cuts the arena of a machine into places for input words and results of at most some words a call.
//
// With --cache cold both halves are what calls have to go through before they come back to a place, within the
// memory limit; with --cache warm, and where one call has more than that, there is one place.
func lay[T number](m *machine, in, out int) places[T] {
	a := &m.arena
	inBytes, outBytes := slotBytes[T](in), slotBytes[T](out)
	needIn, needOut := inBytes+2*cacheLine, outBytes+2*cacheLine
	l := layout{word: sizeOf[T](), size: max(lines(min(a.reuse, m.cfg.MemoryLimit)), needIn+needOut)}
	l.split = min(max(lines(l.size/2), needIn), l.size-needOut)
	if l != a.laid {
		m.beat(10 * time.Duration(l.size)) // 0.1 GB/s, if the kernel has to find the memory first
		a.fit(l.size)
		fill(view[T](a.words)[:l.size/l.word])
		a.laid = l
		m.beat(0)
	}
	words := view[T](a.words)[:l.size/l.word]
	return places[T]{
		in:  newLane(words[:l.split/l.word], inBytes, &a.walked[0]),
		out: newLane(words[l.split/l.word:], outBytes, &a.walked[1]),
	}
}

func newLane[T number](words []T, slot int, walked *uint64) lane[T] {
	slots := (len(words)*sizeOf[T]() - 2*cacheLine) / slot
	return lane[T]{words: words, slot: slot / sizeOf[T](), slots: slots, taken: walked}
}

// slotBytes is what n words of a call take, in whole cache lines.
func slotBytes[T number](n int) int { return max(cacheLine, lines(n*sizeOf[T]()+cacheLine-1)) }

// lines is a number of bytes less what makes no whole cache line.
func lines(bytes int) int { return bytes / cacheLine * cacheLine }

// fit makes the arena so many bytes long, from the beginning of a page.
func (a *arena) fit(bytes int) {
	if 8*len(a.words) < bytes {
		a.words = nil // before there is more, for the collector
		a.words = make([]float64, bytes/8)
	}
}

// view is the memory of an arena as words of a type.
func view[T number](words []float64) []T {
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(words))), len(words)*8/sizeOf[T]())
}

// fill writes words that are as good as those of rank 0 wherever a call begins: small, so that no sum of them is
// slow, or too large. Results that later calls find are sums of such.
func fill[T number](x []T) {
	for j := range min(period, len(x)) {
		x[j] = word[T](0, j)
	}
	for n := period; n < len(x); n *= 2 {
		copy(x[n:], x[:n])
	}
}

// reuse is what the arena of every rank should have with the state of the caches asked for, before the memory limit.
func (m *machine) reuse() (int, error) {
	if m.cfg.Cache == results.Warm {
		return 0, nil
	}
	where := firstLine("/proc/sys/kernel/random/boot_id") // emulated hosts and containers share a machine
	if where == "" {
		name, err := m.world.ProcessorName()
		if err != nil {
			return 0, err
		}
		where = name
	}
	all, err := m.gather(where)
	if err != nil {
		return 0, err
	}
	ranks := 0
	for _, other := range all {
		if other == where {
			ranks++
		}
	}
	mine, most := []int64{int64(cachesOf("/").coldBytes(ranks))}, make([]int64, 1)
	err = mpi.Allreduce(m.times, mpi.Max[int64](), mine, most)
	return int(most[0]), err
}
