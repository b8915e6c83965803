package contender

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/calibration"
	"topocoll/bench/results"
	"topocoll/catalog"
)

// timedBy returns messages of 8 bytes to 1 MiB on p ranks. The function `ns` returns the time of a message.
func timedBy(p int, ns func(bytes float64) float64) (messages []results.Message) {
	for bytes := 8; bytes <= 1<<20; bytes *= 2 {
		messages = append(messages,
			results.Message{Pattern: "exchange", Stride: 1, P: p, Bytes: bytes, Median: ns(float64(bytes))})
	}
	return messages
}

func recordingOf(t require.TestingT, id string, p, words int) recordedCall {
	row, found := catalog.FindByteRow(id)
	require.True(t, found, id)
	// A pipelined algorithm sends each message as one segment.
	return recordedCall{row, p, words, catalog.Args[byte]{Shift: 1, Segment: words}}
}

func TestTimeOfExchange(t *testing.T) {
	e := calibration.ExchangesOf([]results.Message{
		{Pattern: "pingpong", Stride: 1, P: 4, Bytes: 100, Median: 1},
		{Pattern: "exchange", Stride: 1, P: 4, Bytes: 100, Median: 300},
		{Pattern: "exchange", Stride: 1, P: 4, Bytes: 200, Median: 900}, // disturbed
		{Pattern: "exchange", Stride: 1, P: 4, Bytes: 300, Median: 500},
		{Pattern: "exchange", Stride: 2, P: 4, Bytes: 300, Median: 1},
		{Pattern: "exchange", Stride: 1, P: 2, Bytes: 300, Median: 1},
	}, 4)
	for bytes, want := range map[int]float64{0: 300, 99: 300, 100: 300, 150: 400, 200: 500, 250: 500,
		300: 500, 400: 600} {
		assert.Equal(t, want, e.Time(bytes), "%d bytes", bytes)
	}
}

func TestSegmentOfCall(t *testing.T) {
	linear := func(bytes float64) float64 { return 1000 + bytes }
	eager := func(factor float64) func(float64) float64 {
		return func(bytes float64) float64 {
			if bytes > 2048 {
				return factor * linear(bytes)
			}
			return linear(bytes)
		}
	}
	for _, test := range []struct {
		what, id string
		p, words int // words of 8 bytes
		ns       func(float64) float64
		bytes    int
	}{
		{"two halves take longer", "ring/allgather", 2, 512, linear, 0},
		{"two halves within the limit take 6.1 of 15.3 us", "ring/allgather", 2, 512, eager(3), 2048},
		{"6.1 of 6.4 us is no promise", "ring/allgather", 2, 512, eager(1.25), 0},
		{"one hop", "ring/bcast-linear", 2, 1 << 15, linear, 0},
		{"a chain becomes a pipeline, (6 + K)(ts + tw m/K)", "ring/bcast-pipelined", 8, 1 << 12, linear,
			2048},
		{"a chain past the limit", "ring/bcast-pipelined", 8, 128, eager(10), 0},
		{"too many ranks", "ring/bcast-pipelined", 33, 1 << 12, linear, 0},
		{"no words", "hcube/barrier", 4, 0, linear, 0},
	} {
		words, err :=
			bestSegmentOfCall(calibration.ExchangesOf(timedBy(test.p, test.ns), test.p),
				recordingOf(t, test.id, test.p, test.words), 8, false)
		require.NoError(t, err, test.what)
		assert.Equal(t, test.bytes, 8*words, test.what)
	}
	words, err :=
		bestSegmentOfCall(calibration.Exchanges{}, recordingOf(t, "ring/bcast-pipelined", 8, 1<<12), 8, false)
	require.NoError(t, err)
	assert.Zero(t, words, "no messages were timed")
}

// A segment of a long message takes at least its share of the time of the whole message. A separate message
// of the same length takes less time.
func TestSegmentTime(t *testing.T) {
	square := func(factor float64) calibration.Exchanges {
		return calibration.ExchangesOf(
			timedBy(2, func(bytes float64) float64 { return factor * bytes * bytes }), 2)
	}
	memory, network := square(1e-7), square(1)
	assert.Equal(t, memory.Time(4096), segmentTime(memory, 4096, 1<<20))
	assert.Equal(t, memory.Time(1<<20)/16, segmentTime(memory, 1<<16, 1<<20))
	assert.Greater(t, segmentTime(memory, 1<<16, 1<<20), memory.Time(1<<16))
	assert.Equal(t, network.Time(1<<16), segmentTime(network, 1<<16, 1<<20))
}

// A call with many words is recorded with one word in place of several words. Its messages are divided like
// the messages of a call with fewer words.
func TestSegmentOfCoarseCall(t *testing.T) {
	e := calibration.ExchangesOf(timedBy(4, func(bytes float64) float64 { return 1e6 + bytes }), 4)
	call := recordingOf(t, "ring/bcast-pipelined", 4, 5*maxWords)
	coarse, grain := call.coarsen()
	assert.Equal(t, 25, grain, "a buffer at each of four ranks, and the root's input")
	assert.Equal(t, maxWords/5, coarse.m)
	words, err := bestSegmentOfCall(e, call, 8, false)
	require.NoError(t, err)
	assert.Zero(t, words, "160 MiB in segments of 1 MiB are too many")
	words, err = bestSegmentOfCall(calibration.ExchangesOf([]results.Message{
		{Pattern: "exchange", Stride: 1, P: 4, Bytes: 8, Median: 1e6},
		{Pattern: "exchange", Stride: 1, P: 4, Bytes: 64 << 20, Median: 65e6},
	}, 4), call, 8, false)
	require.NoError(t, err)
	assert.InDelta(t, 64<<20, 8*words, 8*25)
}

// The counters of a plan are the messages and bytes that the plan sends. Package internal/conform tests that
// a run sends the same number.
func TestCountersOfPlans(t *testing.T) {
	node, err := recordingOf(t, "ring/allgather", 4, 5).nodePlan(0)
	require.NoError(t, err)
	assert.Equal(t, results.Counters{Rounds: 3, Messages: 9, Bytes: 3 * 5 * 8},
		countersOf(node.Segment(2), 8), "three segments of each message")
}

// The choice of the segment size does not assume that a segment always finds an idle link. If the bytes of a
// call are fewer than the bytes that an idle link passes without delay, all messages are as fast as the timed
// messages.
func TestSegmentOnIdleLinks(t *testing.T) {
	e := calibration.Exchanges{Bytes: []int{8, 1024, 2048, 4096, 32768},
		NS: []float64{60e3, 62e3, 64e3, 330e3, 2690e3}}
	segment := func(id string, p int, allPort bool) (bytes int) {
		words, err := bestSegmentOfCall(e, recordingOf(t, id, p, 4096/8), 8, allPort)
		require.NoError(t, err)
		return 8 * words
	}
	assert.Equal(t, 2048, segment("ring/bcast-linear", 6, false))
	e.PerByte = 80
	assert.Zero(t, segment("ring/bcast-linear", 6, false))
	assert.Equal(t, 1024, segment("hcube/allreduce", 8, true), "12 KiB on links that pass 8 KiB without delay")
	e.NS[3] = 68e3
	assert.Zero(t, segment("hcube/allreduce", 8, true), "12 KiB on links that pass 16 KiB without delay")
}
