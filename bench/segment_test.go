package bench

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/bench/results"
)

func TestBestSegment(t *testing.T) {
	var messages []results.Message
	for bytes := 1 << 10; bytes <= 1<<20; bytes *= 2 { // ts 100 us, tw 8 ns
		messages = append(messages, results.Message{Pattern: "exchange", Stride: 1, P: 8, Bytes: bytes, Median: 1e5 + 8*float64(bytes)})
	}
	assert.Equal(t, 64<<10, exchangesOf(messages, 8).bestSegment(8, 2<<20), "the book's sqrt(m ts / (p-2) tw) is 66 K")
	assert.Equal(t, 1<<10, exchangesOf(messages, 8).bestSegment(8, 8), "one segment is enough")
	for i := range messages {
		if messages[i].Bytes > 32<<10 {
			messages[i].Median *= 2 // past an eager limit
		}
	}
	assert.Equal(t, 32<<10, exchangesOf(messages, 8).bestSegment(8, 2<<20))
	for i := range messages {
		if messages[i].Bytes == 16<<10 {
			messages[i].Median *= 50 // a short disturbance
		}
	}
	assert.Equal(t, 32<<10, exchangesOf(messages, 8).bestSegment(8, 2<<20))
	assert.Zero(t, exchangesOf(messages, 4).bestSegment(4, 4<<20), "no messages with 4 ranks")
}
