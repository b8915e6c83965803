//go:build cgo

package buffers

import (
	"fmt"
	"runtime/debug"
	"syscall"
	"time"
	"unsafe"

	"topocoll/bench/results"
	"topocoll/bench/words"
	"topocoll/mpi"
)

// A Memory is the memory for the buffers of a rank's calls. All operations and sizes of a run share it.
type Memory struct {
	// bytes that calls should touch before they reuse an address; 0: every call uses the same address
	Reuse int
	Room  int // maximum size of the memory in bytes

	mapped []byte // outside Go's heap, because a larger heap lets more garbage accumulate
	words  []float64
	layout layout
	steps  [2]uint64 // steps taken so far in the walks through the input slots and the result slots
}

// A layout describes how the memory is divided.
type layout struct {
	wordBytes, totalBytes, inputBytes int // sizes of a word, of all buffers, and of the input buffers
}

// Lanes holds the buffers for the input and for the results of calls.
type Lanes[T words.Number] struct{ In, Out Lane[T] }

const cacheLine = 64 // bytes

// Line returns the number of words in a cache line.
func Line[T words.Number]() int { return cacheLine / words.Size[T]() }

// Lay divides the memory into lanes for calls with at most `in` input words and `out` result words. If the
// layout changes, Lay calls `beat` with the expected time of the change, and with 0 at the end.
//
// With --cache cold, both lanes together have Reuse bytes. If Room is less than Reuse, they have Room bytes,
// and each slot is flushed from the caches after its call. With --cache warm, or if a single call needs more
// than these bytes, every call uses the same slot.
func Lay[T words.Number](m *Memory, in, out int, beat func(usual time.Duration)) (Lanes[T], error) {
	inBytes, outBytes := slotBytes[T](in), slotBytes[T](out)
	needIn, needOut := inBytes+2*cacheLine, outBytes+2*cacheLine
	l := layout{wordBytes: words.Size[T](),
		totalBytes: max(roundDownToLines(min(m.Reuse, m.Room)), needIn+needOut)}
	l.inputBytes = min(max(roundDownToLines(l.totalBytes/2), needIn), l.totalBytes-needOut)
	if l != m.layout {
		// The expected time assumes only 0.1 GB/s, because the kernel may have to allocate the memory first.
		beat(10 * time.Duration(l.totalBytes))
		if err := m.grow(l.totalBytes); err != nil {
			return Lanes[T]{}, err
		}
		words.Fill(reinterpret[T](m.words)[:l.totalBytes/l.wordBytes])
		m.layout = l
		beat(0)
	}
	all := reinterpret[T](m.words)[:l.totalBytes/l.wordBytes]
	lanes := Lanes[T]{
		In:  newLane(all[:l.inputBytes/l.wordBytes], inBytes, &m.steps[0]),
		Out: newLane(all[l.inputBytes/l.wordBytes:], outBytes, &m.steps[1]),
	}
	// The slots must be flushed if the memory is too small for later calls to evict them from the caches.
	if l.totalBytes < m.Reuse {
		mpi.Flush(all)
		lanes.In.flush, lanes.Out.flush = true, true
	}
	return lanes, nil
}

func newLane[T words.Number](all []T, slot int, steps *uint64) Lane[T] {
	slots := (len(all)*words.Size[T]() - 2*cacheLine) / slot
	return Lane[T]{words: all, slotWords: slot / words.Size[T](), slotCount: slots, steps: steps}
}

// slotBytes returns the size of n words, rounded up to whole cache lines, at least one line.
func slotBytes[T words.Number](n int) int {
	return max(cacheLine, roundDownToLines(n*words.Size[T]()+cacheLine-1))
}

func roundDownToLines(bytes int) int { return bytes / cacheLine * cacheLine }

// grow makes the memory at least the given number of bytes long. The memory begins at a page boundary.
func (m *Memory) grow(bytes int) error {
	if 8*len(m.words) >= bytes {
		return nil
	}
	err := m.unmap()
	if err == nil {
		m.mapped, err =
			syscall.Mmap(-1, 0, bytes, syscall.PROT_READ|syscall.PROT_WRITE,
				syscall.MAP_ANON|syscall.MAP_PRIVATE)
	}
	if err != nil {
		return fmt.Errorf("bench: cannot allocate %s bytes for the buffers of calls: %w",
			results.FormatSize(bytes), err)
	}
	m.words = unsafe.Slice((*float64)(unsafe.Pointer(unsafe.SliceData(m.mapped))), bytes/8)
	return nil
}

func (m *Memory) unmap() error {
	mapped := m.mapped
	m.mapped, m.words, m.layout = nil, nil, layout{}
	if mapped == nil {
		return nil
	}
	return syscall.Munmap(mapped)
}

// Free returns the memory to the operating system. Call it after the last measurement and before writing
// results, which needs memory.
func (m *Memory) Free() {
	m.unmap()
	debug.FreeOSMemory()
}

// reinterpret returns a slice of words of type T that uses the memory of floats.
func reinterpret[T words.Number](floats []float64) []T {
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(floats))), len(floats)*8/words.Size[T]())
}
