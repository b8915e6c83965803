//go:build cgo

package buffers

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A walk visits every slot once before it visits any slot again, from any start. It has no constant stride,
// and adjacent slots are about half a walk apart.
func TestWalk(t *testing.T) {
	for _, slots := range []int{2, 4, 6, 100, 1000, 1024, 4094} {
		for _, begun := range []uint64{0, 1, 77, 1 << 20} {
			steps := begun
			l := Lane[float64]{slotCount: slots, steps: &steps}
			at, gaps, last := map[int]int{}, map[int]int{}, 0
			for i := range 3 * slots {
				slot := l.nextSlot()
				assert.Less(t, slot, slots)
				if before, used := at[slot]; used {
					assert.Equal(t, slots, i-before, "%d slots", slots)
				}
				if next, used := at[slot^1]; used && next > i-slots/2 {
					assert.Fail(t, "the adjacent slot was visited recently")
				}
				at[slot] = i
				gaps[slot-last]++
				last = slot
			}
			assert.Len(t, at, slots)
			if slots >= 100 {
				for gap, n := range gaps {
					assert.Less(t, n, 3*slots/5, "%d slots: %d of %d steps go %d on", slots, n, 3*slots, gap)
				}
			}
		}
	}
}

// If the number of slots is odd, the last slot is not used. If there is a single slot, every call uses it.
func TestFewSlots(t *testing.T) {
	for slots, want := range map[int][]int{1: {0, 0, 0, 0}, 2: {0, 1, 0, 1}, 3: {0, 1, 0, 1}} {
		l, got := Lane[float64]{slotCount: slots, steps: new(uint64)}, []int{}
		for range want {
			got = append(got, l.nextSlot())
		}
		assert.Equal(t, want, got, "%d slots", slots)
	}
}
