//go:build cgo

package bench

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A walk goes to every slot once before it comes to any again, wherever the one before has stopped; it has no stride,
// and slots next to each other are about half of it apart.
func TestWalk(t *testing.T) {
	for _, slots := range []int{2, 4, 6, 100, 1000, 1024, 4094} {
		for _, begun := range []uint64{0, 1, 77, 1 << 20} {
			taken := begun
			l := lane[float64]{slots: slots, taken: &taken}
			at, gaps, last := map[int]int{}, map[int]int{}, 0
			for i := range 3 * slots {
				slot := l.next()
				assert.Less(t, slot, slots)
				if before, used := at[slot]; used {
					assert.Equal(t, slots, i-before, "%d slots", slots)
				}
				if next, used := at[slot^1]; used && next > i-slots/2 {
					assert.Fail(t, "the other of a pair was here just now")
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

// The last slot of an odd number is not used; one slot is every call's.
func TestFewSlots(t *testing.T) {
	for slots, want := range map[int][]int{1: {0, 0, 0, 0}, 2: {0, 1, 0, 1}, 3: {0, 1, 0, 1}} {
		l, got := lane[float64]{slots: slots, taken: new(uint64)}, []int{}
		for range want {
			got = append(got, l.next())
		}
		assert.Equal(t, want, got, "%d slots", slots)
	}
}
