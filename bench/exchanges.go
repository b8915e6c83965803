package bench

import (
	"math"
	"slices"
	"time"

	"topocoll/bench/results"
	"topocoll/coll"
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

// onLinks returns the times on links that take so many ns for a byte, 0 if that is not known: no message takes less than the shortest one and
// its bytes. A link that was idle passes some bytes at once, so messages of a kilobyte seem to take none, but the pieces of a longer one share
// what it passes. A call of 32 KiB on a star of 6 at 100 Mbit/s was cut into messages of 1 KiB, for which the cores took four times as long.
func (e exchanges) onLinks(perByte float64) exchanges {
	if len(e.ns) == 0 {
		return e
	}
	ns := slices.Clone(e.ns)
	for i, bytes := range e.bytes {
		ns[i] = max(ns[i], e.ns[0]+perByte*float64(bytes))
	}
	return exchanges{e.bytes, ns}
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

// longest is the index of the longest message that is no longer than is needed to see what a byte takes.
func (e exchanges) longest() int {
	const enough = 64 << 10
	i, _ := slices.BinarySearch(e.bytes, enough)
	return min(i, len(e.bytes)-1)
}

// line is the line through two of the timed messages.
func (e exchanges) line(first, last int) (t coll.Times) {
	if bytes := e.bytes[last] - e.bytes[first]; bytes > 0 {
		t.Tw = (e.ns[last] - e.ns[first]) / float64(bytes) / 1e3
	}
	t.Ts = max(0, e.ns[first]/1e3-t.Tw*float64(e.bytes[first]))
	return t
}

// lines are the times of messages as one line, or as two where a message takes more than twice as long as one that is not much shorter: those
// sent at once, of up to so many bytes, and those that wait for their receiver.
func (e exchanges) lines() (short coll.Times, eager int, long coll.Times) {
	end, after := e.longest(), 0
	for i, most := 1, 2.0; i <= end; i++ {
		if rise := e.ns[i] / e.ns[i-1]; rise > most && e.bytes[i] <= 2*e.bytes[i-1] {
			after, most = i, rise
		}
	}
	if after == 0 {
		return e.line(0, end), 0, coll.Times{}
	}
	return e.line(0, after-1), e.bytes[after-1], e.line(after, end)
}

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
