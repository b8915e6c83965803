package bench

import (
	"math"
	"slices"

	"topocoll/bench/results"
)

// exchanges are the times of messages while every rank exchanges with its neighbours, in ascending order of size. A message
// is assumed to take no longer than a longer one: any excess is a disturbance.
type exchanges struct {
	bytes []int
	ns    []float64
}

// exchangesOf selects those of p ranks from the messages of a run.
func exchangesOf(messages []results.Message, p int) (e exchanges) {
	least := math.Inf(1)
	for _, msg := range slices.Backward(messages) { // from the longest
		if msg.Pattern == "exchange" && msg.Stride == 1 && msg.P == p {
			least = min(least, msg.Median)
			e.bytes, e.ns = append(e.bytes, msg.Bytes), append(e.ns, least)
		}
	}
	slices.Reverse(e.bytes)
	slices.Reverse(e.ns)
	return e
}

// time returns the time in ns of a message of any size, linear between two of those timed. A longer one than the longest
// takes more at the mean rate of them all.
func (e exchanges) time(bytes int) float64 {
	last := len(e.bytes) - 1
	i, timed := slices.BinarySearch(e.bytes, bytes)
	switch {
	case i > last:
		rate := (e.ns[last] - e.ns[0]) / float64(max(1, e.bytes[last]-e.bytes[0]))
		return e.ns[last] + rate*float64(bytes-e.bytes[last])
	case i == 0 || timed:
		return e.ns[i]
	}
	share := float64(bytes-e.bytes[i-1]) / float64(e.bytes[i]-e.bytes[i-1])
	return e.ns[i-1] + share*(e.ns[i]-e.ns[i-1])
}

// bestSegment returns the segment size in bytes with which a message of some bytes should pass through a line of p
// ranks soonest: after p-2 steps until the first segment arrives, and one step for each segment. It returns 0 if no
// messages were timed.
func (e exchanges) bestSegment(p, bytes int) int {
	best, least := 0, 0.0
	for i, size := range slices.Backward(e.bytes) {
		segments := max(1, (bytes+size-1)/size)
		time := float64(max(0, p-2)+segments) * e.ns[i]
		if best == 0 || time < least {
			best, least = size, time
		}
	}
	return best
}
