package bench

import (
	"math"
	"time"

	"topocoll/bench/results"
)

// longestCall is about what the slowest way to do an operation with blocks of some bytes takes on p ranks, going
// by what messages took when all ranks exchanged: p/2 times p-1 of them, one after the other, as in an all-to-all
// round a ring. 0 if no messages were timed. The watchdog's patience is made of it before anything is known of a
// contender; it only has to be long enough, and within a small multiple.
func longestCall(messages []results.Message, p, bytes int) time.Duration {
	return duration(float64((p-1)*((p+1)/2)) * messageTime(messages, p, bytes))
}

// duration is some ns, at most what a Duration divided by the watchdog's slack can hold.
func duration(ns float64) time.Duration { return time.Duration(min(ns, math.MaxInt64/100)) }

// messageTime is the ns of a message of some bytes between ranks that all exchange, at the stride at which that takes
// longest: that of the least size measured that is as large, or of the largest, scaled.
func messageTime(messages []results.Message, p, bytes int) (longest float64) {
	fits := map[int]results.Message{} // by stride
	for _, msg := range messages {
		if msg.Pattern != "exchange" || msg.P != p {
			continue
		}
		best, seen := fits[msg.Stride]
		switch {
		case !seen,
			msg.Bytes >= bytes && (best.Bytes < bytes || msg.Bytes < best.Bytes),
			best.Bytes < bytes && msg.Bytes > best.Bytes:
			fits[msg.Stride] = msg
		}
	}
	for _, msg := range fits {
		longest = max(longest, msg.Median*max(1, float64(bytes)/float64(msg.Bytes)))
	}
	return longest
}
