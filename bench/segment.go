package bench

import "topocoll/bench/results"

// bestSegment returns the bytes of a segment with which a message of some bytes should pass through a
// line of p ranks soonest, going by what messages take when every rank exchanges with its neighbours:
// p-2 steps until the first segment is there, and one for each segment. 0 if no such messages were timed.
func bestSegment(messages []results.Message, p, bytes int) int {
	best, least := 0, 0.0
	for _, msg := range messages {
		if msg.Pattern != "exchange" || msg.Stride != 1 || msg.P != p {
			continue
		}
		segments := max(1, (bytes+msg.Bytes-1)/msg.Bytes)
		time := float64(max(0, p-2)+segments) * msg.Median
		if best == 0 || time < least {
			best, least = msg.Bytes, time
		}
	}
	return best
}
