package bench

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"topocoll/bench/results"
)

func TestMessageTime(t *testing.T) {
	var messages []results.Message
	for _, stride := range []int{1, 2} {
		for bytes := 8; bytes <= 64<<10; bytes *= 8 {
			messages = append(messages, results.Message{Pattern: "exchange", Stride: stride, P: 4, Bytes: bytes, Median: float64(1000 + stride*bytes)})
		}
	}
	assert.Equal(t, 1000+2*512., messageTime(messages, 4, 100), "the next larger measured size")
	assert.Equal(t, 1000+2*8., messageTime(messages, 4, 0))
	assert.Equal(t, 128*(1000+2*32768.), messageTime(messages, 4, 4<<20), "scaled from the largest")
	assert.Zero(t, messageTime(messages, 8, 8), "no messages with 8 ranks")
	assert.Equal(t, time.Duration(3*2*(1000+2*8)), longestCall(messages, 4, 8))
	assert.Positive(t, longestCall(messages[:1], 4, 1<<62), "no overflow")
}
