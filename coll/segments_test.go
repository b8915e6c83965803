package coll

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
)

// The segments of a table's entry become longer for blocks that would have more than 1024 of them.
func TestLongBlocksHaveLongSegments(t *testing.T) {
	ch := choice[int]{segmentWords: 3}
	for words, want := range map[int]int{0: 3, 3 * 1024: 3, 3 * 1025: 6, 6 * 1024: 6, 1 << 20: 1536} {
		var a catalog.Args[int]
		ch.setArguments(&a, words)
		assert.Equal(t, want, a.PlanSegment, words)
	}
	ch.segmentWords = 0
	var a catalog.Args[int]
	ch.setArguments(&a, 1<<20)
	assert.Zero(t, a.PlanSegment)
}
