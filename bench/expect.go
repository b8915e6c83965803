package bench

import (
	"math"
	"time"

	"topocoll/bench/results"
)

// longestCall estimates the time of the slowest way to do an operation with blocks of some bytes on p ranks: p/2 times
// p-1 messages, one after the other, as in an all-to-all around a ring, each as long as when all ranks exchange. It is
// 0 if no messages were timed. The watchdog uses it while nothing is known about a contender; it must be long enough,
// and right within a small factor.
func longestCall(messages []results.Message, p, bytes int) time.Duration {
	return duration(float64((p-1)*((p+1)/2)) * messageTime(messages, p, bytes))
}

// duration converts ns, limited so that a multiple of it does not overflow a Duration.
func duration(ns float64) time.Duration { return time.Duration(min(ns, math.MaxInt64/100)) }

// messageTime is the time in ns of a message of some bytes while all ranks exchange, at the stride at which it is
// longest. It uses the smallest measured size that is at least as large; beyond the largest size, it scales that.
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
