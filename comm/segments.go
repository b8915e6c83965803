package comm

import "math"

// StartupWords is the default for ts/tw, the number of words that cross a link in the time of one start-up. It is
// about that of Open MPI in shared memory (1 µs, 8 GB/s, 8-byte words).
const StartupWords = 1000

// Segments cuts a message of m words into segments for a pipeline of hops links after the first one. If length > 0,
// it is the greatest length of a segment. If length is 0, there are K* = sqrt(m·hops·tw/ts) segments, the number
// that minimises (hops + K)(ts + tw·m/K), for ts/tw = StartupWords. An empty message is one segment.
func Segments(m, hops, length int) Blocks {
	k := 1
	switch {
	case length > 0:
		k = (m + length - 1) / length
	case m*hops > StartupWords:
		k = int(math.Round(math.Sqrt(float64(m) * float64(hops) / StartupWords)))
	}
	return SplitBlocks(max(1, min(k, m)), m)
}
