package calibration

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
)

// In shared memory, the time of a message jumps at the eager limit. The times of messages of more than 64 KiB
// have no effect. With other transports there is one line.
func TestLinesOfMessages(t *testing.T) {
	e := Exchanges{Bytes: []int{0, 1000, 2000, 4000, 4096, 8192, 65536, 1 << 20, 2 << 20, 4 << 20},
		NS: []float64{800, 1150, 1500, 2200, 7409.6, 7819.2, 13553.6, 1e6, 1e7, 1e8}}
	lines := e.fit(nil, 2)
	require.Len(t, lines, 2)
	assert.Equal(t, 4000, lines[0].Last)
	short, long := timesOfLine(lines[0]), timesOfLine(lines[1])
	assert.InDelta(t, 0.8, short.Ts, 1e-9)
	assert.InDelta(t, 0.00035, short.Tw, 1e-9)
	assert.InDelta(t, 7, long.Ts, 1e-9)
	assert.InDelta(t, 1e-4, long.Tw, 1e-9)
	assert.Len(t, e.fit(nil, 1), 1)

	e = Exchanges{Bytes: []int{8, 512, 1024, 4096, 8192, 65536},
		NS: []float64{25008, 25512, 26024, 29096, 33192, 90536}}
	lines = e.fit(nil, 2)
	require.Len(t, lines, 1)
	one := timesOfLine(lines[0])
	assert.InDelta(t, 25, one.Ts, 1e-9)
	assert.InDelta(t, 1e-3, one.Tw, 1e-9)
}

func TestBestSegment(t *testing.T) {
	var messages []results.Message
	for bytes := 1 << 10; bytes <= 1<<20; bytes *= 2 { // ts 100 us, tw 8 ns
		messages = append(messages,
			results.Message{Pattern: "exchange", Stride: 1, P: 8, Bytes: bytes,
				Median: 1e5 + 8*float64(bytes)})
	}
	assert.Equal(t, 64<<10, ExchangesOf(messages, 8).BestSegment(8, 2<<20),
		"the book's sqrt(m ts / (p-2) tw) is 66 K")
	assert.Equal(t, 1<<10, ExchangesOf(messages, 8).BestSegment(8, 8), "one segment is enough")
	for i := range messages {
		if messages[i].Bytes > 32<<10 {
			messages[i].Median *= 2 // beyond the eager limit
		}
	}
	assert.Equal(t, 32<<10, ExchangesOf(messages, 8).BestSegment(8, 2<<20))
	for i := range messages {
		if messages[i].Bytes == 16<<10 {
			messages[i].Median *= 50 // a short disturbance
		}
	}
	assert.Equal(t, 32<<10, ExchangesOf(messages, 8).BestSegment(8, 2<<20))
	assert.Zero(t, ExchangesOf(messages, 4).BestSegment(4, 4<<20), "no messages with 4 ranks")
}

// Disturbed times lead neither to segments of less than 512 bytes nor to more than 256 segments.
func TestSegmentsAreNotTiny(t *testing.T) {
	e := Exchanges{Bytes: []int{32, 512, 4096, 512 << 10}, NS: []float64{1e3, 2e3, 1e9, 2e12}}
	assert.Equal(t, 4096, e.BestSegment(16, 512<<10))
	assert.Equal(t, 512, e.BestSegment(16, 16<<10))
}

// If an idle link passes 8 KiB without delay, the times for a call with more bytes take into account that a
// segment may not find an idle link. The times for a call with fewer bytes assume idle links.
func TestExchangesOfCall(t *testing.T) {
	e := Exchanges{Bytes: []int{8, 1024, 2048, 4096, 32768}, NS: []float64{60e3, 62e3, 64e3, 330e3, 2690e3}}
	assert.Equal(t, e, e.OfCall(1<<20), "unknown links")
	e.PerByte = 80
	assert.Equal(t, e, e.OfCall(4*2048), "four messages of 2 KiB pass without delay")
	assert.Equal(t, []float64{60e3 + 8*80, 60e3 + 1024*80, 60e3 + 2048*80, 60e3 + 4096*80, 2690e3},
		e.OfCall(4*2048+1).NS)
	assert.Equal(t, 62e3, e.NS[1], "of the given times none has changed")
	assert.Empty(t, Exchanges{PerByte: 80}.OfCall(1).Bytes, "no messages were timed")
}

func TestMessageTime(t *testing.T) {
	var messages []results.Message
	for _, stride := range []int{1, 2} {
		for bytes := 8; bytes <= 64<<10; bytes *= 8 {
			messages = append(messages,
				results.Message{Pattern: "exchange", Stride: stride, P: 4, Bytes: bytes,
					Median: float64(1000 + stride*bytes)})
		}
	}
	assert.Equal(t, 1000+2*512., messageTime(messages, 4, 100), "the next larger measured size")
	assert.Equal(t, 1000+2*8., messageTime(messages, 4, 0))
	assert.Equal(t, 128*(1000+2*32768.), messageTime(messages, 4, 4<<20), "scaled from the largest")
	assert.Zero(t, messageTime(messages, 8, 8), "no messages with 8 ranks")
	assert.Equal(t, time.Duration(3*2*(1000+2*8)), LongestCall(messages, 4, 8))
	assert.Positive(t, LongestCall(messages[:1], 4, 1<<62), "no overflow")
}
