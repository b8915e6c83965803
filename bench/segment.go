package bench

import (
	"math"
	"slices"

	"topocoll/bench/results"
)

// bestSegment returns the segment size in bytes with which a message of some bytes should pass through a line of p
// ranks soonest: after p-2 steps until the first segment arrives, and one step for each segment. The time of a step is
// that of a message while every rank exchanges with its neighbours. A message is assumed to take no longer than a
// longer one: any excess is a disturbance. It returns 0 if no such messages were timed.
func bestSegment(messages []results.Message, p, bytes int) int {
	best, least, median := 0, 0.0, math.Inf(1)
	for _, msg := range slices.Backward(messages) { // from the longest
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
