package comm

import "math"

// StartupWords is how many words cross a link in the time of one start-up, ts/tw, when nobody says
// otherwise: about what Open MPI's shared memory gives (1 µs, 8 GB/s, 8-byte words).
const StartupWords = 1000

// Segments cuts a message of m words for a pipeline of hops links behind the first. With a segment length
// it is that many words each. With 0 it is the K* = sqrt(m·hops·tw/ts) pieces that make
// (hops + K)(ts + tw·m/K) least, for ts/tw = StartupWords. An empty message is one segment.
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
