package sampler

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// The span of a batch covers all its calls. The calls of a repetition run in random order, so a batch may
// begin and end with any call.
func TestWarmUpSettles(t *testing.T) {
	assert.False(t, hasSettled(math.MaxInt64, 1000), "the first repetition")
	assert.False(t, hasSettled(1000, 900))
	assert.True(t, hasSettled(1000, 960))
	assert.True(t, hasSettled(1000, 1100))
}

func TestSpanOfABatch(t *testing.T) {
	var b batch
	b.resize(2, 3, 2)
	at := int64(100)
	for repetition, order := range [][]int{{2, 0, 1}, {1, 2, 0}} {
		for turn, call := range order {
			b.record(repetition, call, turn, at, at+5, 0)
			at += 10
		}
	}
	copy(b.allValues, b.ownValues) // this is rank 0; the numbers of rank 1 come from its own clock
	assert.Equal(t, int64(100), b.firstStart())
	assert.Equal(t, int64(155), b.lastEnd())
}
