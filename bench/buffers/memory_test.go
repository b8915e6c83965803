//go:build cgo

package buffers

import (
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/words"
)

// holder returns a Memory with the given Reuse and Room.
func holder(reuse, limit int) *Memory {
	return &Memory{Reuse: reuse, Room: limit}
}

// mustLay calls Lay and fails the test on an error.
func mustLay[T words.Number](t require.TestingT, m *Memory, in, out int) Lanes[T] {
	at, err := Lay[T](m, in, out, func(time.Duration) {})
	require.NoError(t, err)
	return at
}

// The memory has the size that calls must touch or that one call needs, whichever is larger, and does not
// exceed the limit.
func TestArenaSize(t *testing.T) {
	const k, guards = 1 << 10, 4 * cacheLine
	tests := []struct {
		name             string
		reuse, limit     int
		in, out          int // bytes of a call
		size             int
		inSlots, outSlot int
	}{
		{"cold", 64 * k, 1 << 30, 960, 1984, 64 * k, 34, 16},
		{"cold, the limit", 64 * k, 16 * k, 960, 960, 16 * k, 8, 8},
		{"cold, one call fills it", 64 * k, 1 << 30, 40 * k, 80 * k, 120*k + guards, 1, 1},
		{"cold, large results", 64 * k, 64 * k, 64, 60 * k, 64 * k, 60, 1},
		{"cold, large input", 64 * k, 64 * k, 60 * k, 64, 64 * k, 1, 60},
		{"warm", 0, 1 << 30, 960, 64, 1024 + guards, 1, 1},
		{"warm, a barrier", 0, 1 << 30, 0, 0, 2*cacheLine + guards, 1, 1},
	}
	for _, test := range tests {
		m := holder(test.reuse, test.limit)
		at := mustLay[float64](t, m, test.in/8, test.out/8)
		assert.Equal(t, test.size, m.layout.totalBytes, test.name)
		assert.Equal(t, test.size, 8*len(m.words), test.name)
		assert.Equal(t, []int{test.inSlots, test.outSlot}, []int{at.In.slotCount, at.Out.slotCount}, test.name)
		assert.Equal(t, test.size < test.reuse, at.In.flush, test.name)
		assert.Equal(t, test.size < test.reuse, at.Out.flush, test.name)
	}
}

// Words of both types are small, also at addresses where calls with another type or size left words. Results
// begin at a cache line, and the memory is reused.
func TestArenaIsReused(t *testing.T) {
	m := holder(1<<16, 1<<30)
	floats := mustLay[float64](t, m, 8, 8)
	kept := &m.words[0]
	assert.Zero(t, uintptr(unsafe.Pointer(kept))%4096)
	bytes := mustLay[uint8](t, m, 3, 3)
	for range bytes.Out.slotCount {
		x, _ := bytes.Out.Take(3)
		assert.Zero(t, uintptr(unsafe.Pointer(&x[0]))%cacheLine)
		x[0], x[1], x[2] = 255, 255, 255
	}
	for _, in := range []int{8, 5000} {
		floats = mustLay[float64](t, m, in, 8)
		assert.Same(t, kept, &m.words[0])
		for j, x := range m.words[:m.layout.totalBytes/8] {
			assert.Equal(t, float64(j*3%words.Period), x)
		}
	}
	x, guarded := floats.Out.Take(8)
	assert.Same(t, &x[0], &guarded[8])
	assert.Len(t, guarded, 24)
	m.Free()
	assert.Empty(t, m.words)
	assert.Len(t, mustLay[float64](t, m, 8, 8).In.words, 1<<12)
}
