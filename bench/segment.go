package bench

import (
	"math"
	"slices"

	"topocoll/bench/results"
)

// bestSegment returns the bytes of a segment with which a message of some bytes should pass through a
// line of p ranks soonest, going by what messages take when every rank exchanges with its neighbours:
// p-2 steps until the first segment is there, and one for each segment. A message takes no longer than a longer
// one did: what was more was an accident. 0 if no such messages were timed.
func bestSegment(messages []results.Message, p, bytes int) int {
	best, least, median := 0, 0.0, math.Inf(1)
	for _, msg := range slices.Backward(messages) { // the longest first
		if msg.Pattern != "exchange" || msg.Stride != 1 || msg.P != p {
			continue
		}
		median = min(median, msg.Median)
		segments := max(1, (bytes+msg.Bytes-1)/msg.Bytes)
		time := float64(max(0, p-2)+segments) * median
		if best == 0 || time < least {
			best, least = msg.Bytes, time
		}
	}
	return best
}
