package calibration

import (
	"math"
	"slices"
	"time"

	"topocoll/bench/line"
	"topocoll/bench/results"
	"topocoll/coll"
)

// Exchanges holds message times, in ascending order of size, from exchanges of every rank with its
// neighbours. If a message took longer than a larger message, Exchanges holds the time of the larger message,
// because the longer time was caused by a disturbance.
type Exchanges struct {
	Bytes   []int
	NS      []float64
	PerByte float64 // time in ns to transfer one byte over a link; 0: unknown
}

// messagesPerSample is more than 1, so that reading the clock takes only a small part of a sample.
const messagesPerSample = 4

// ExchangesOf selects the exchanges of p ranks from the messages of a run.
func ExchangesOf(messages []results.Message, p int) Exchanges {
	return timesOf(messages, "exchange", p)
}

// timesOf selects the times of a pattern with stride 1 on p ranks.
func timesOf(messages []results.Message, pattern string, p int) (e Exchanges) {
	least := math.Inf(1)
	for _, msg := range slices.Backward(messages) { // the messages of a pattern are in ascending order of size
		if msg.Pattern == pattern && msg.Stride == 1 && msg.P == p {
			least = min(least, msg.Median)
			e.Bytes, e.NS = append(e.Bytes, msg.Bytes), append(e.NS, least)
		}
	}
	slices.Reverse(e.Bytes)
	slices.Reverse(e.NS)
	return e
}

// OfCall returns the message times to expect during a call whose busiest rank sends or receives the given
// number of bytes. If an idle link passes that many bytes without delay, OfCall returns e. Otherwise a
// message takes at least the time of the shortest message plus the time of its own bytes on a link.
//
// An idle emulated link passes some bytes without delay, so a message of a few kilobytes seems to take no
// time. In a call with more bytes, the links delay every segment. Without this correction, a call of 32 KiB
// on a star of 6 hosts at 100 Mbit/s had segments of 1 KiB, and needed four times as much CPU time. When the
// correction was applied to every call, an allreduce of 4 KiB on a hypercube of 8 hosts at 100 Mbit/s had
// segments of 1 KiB. It took 1.8 times as long as with whole messages. On some machines this allreduce is
// still divided, because its busiest rank sends three times as many bytes as the busiest link carries.
func (e Exchanges) OfCall(bytes int) Exchanges {
	if len(e.NS) == 0 || bytes <= e.undelayedBytes() {
		return e
	}
	ns := slices.Clone(e.NS)
	for i, bytes := range e.Bytes {
		ns[i] = max(ns[i], e.NS[0]+e.PerByte*float64(bytes))
	}
	e.NS = ns
	return e
}

// undelayedBytes returns the number of bytes that an idle link passes without delay. It is the size of the
// largest sample in which a message took less than half its transfer time at the link rate.
func (e Exchanges) undelayedBytes() (bytes int) {
	for i, n := range e.Bytes {
		if e.NS[i] < e.NS[0]+e.PerByte*float64(n)/2 {
			bytes = messagesPerSample * n
		}
	}
	return bytes
}

// Time returns the time in ns of a message of any size. It interpolates linearly between timed messages. For
// a size beyond the longest timed message, it extrapolates at the mean rate between the shortest and the
// longest timed message.
func (e Exchanges) Time(bytes int) float64 {
	last := len(e.Bytes) - 1
	i, timed := slices.BinarySearch(e.Bytes, bytes)
	switch {
	case i > last:
		rate := (e.NS[last] - e.NS[0]) / float64(max(1, e.Bytes[last]-e.Bytes[0]))
		return e.NS[last] + rate*float64(bytes-e.Bytes[last])
	case i == 0 || timed:
		return e.NS[i]
	}
	share := float64(bytes-e.Bytes[i-1]) / float64(e.Bytes[i]-e.Bytes[i-1])
	return e.NS[i-1] + share*(e.NS[i]-e.NS[i-1])
}

// LeastSegment is the minimum size in bytes of an automatically chosen segment.
const LeastSegment = 512

// BestSegment returns the segment size in bytes with which a message of the given size should pass fastest
// through a line of p ranks. The predicted number of steps is p-2 plus the number of segments. BestSegment
// returns 0 if no messages were timed. A segment has at least LeastSegment bytes, and there are at most 256
// segments. Without these limits, wrong times on a busy machine can make segments of 32 bytes seem best, and
// a call with such segments takes seconds. The limits do not apply to segments as long as the longest timed
// message.
func (e Exchanges) BestSegment(p, bytes int) int {
	// The maximum number of segments per message is a safety limit, and is not based on measurements.
	const mostInLine = 256
	best, least := 0, 0.0
	for i, size := range slices.Backward(e.Bytes) {
		segments := max(1, (bytes+size-1)/size)
		if best > 0 && (size < LeastSegment || segments > mostInLine) {
			break
		}
		time := float64(max(0, p-2)+segments) * e.NS[i]
		if best == 0 || time < least {
			best, least = size, time
		}
	}
	return best
}

// fit returns at most `most` lines, fitted to the times of the messages up to the first of at least 64 KiB.
// The times of longer messages depend more on caches than on the protocol.
func (e Exchanges) fit(limits []int, most int) []line.Line {
	const enough = 64 << 10
	var points []line.Point
	for i, bytes := range e.Bytes {
		points = append(points, line.Point{Bytes: float64(bytes), NS: e.NS[i]})
		if bytes >= enough {
			break
		}
	}
	return line.Fit(points, limits, most)
}

// timesOfLine converts a line from ns to µs.
func timesOfLine(l line.Line) coll.Times { return coll.Times{Ts: l.Ts / 1e3, Tw: l.Tw / 1e3} }

// LongestCall estimates the time of the slowest algorithm on p ranks with blocks of the given size. This
// algorithm sends (p-1) * ceil(p/2) successive messages while all ranks exchange messages, as in an
// all-to-all around a ring. The estimate is 0 if no messages were timed. The watchdog uses it until a
// contender has been timed, so it must not be too short, and must be correct to within a small factor.
func LongestCall(messages []results.Message, p, bytes int) time.Duration {
	return duration(float64((p-1)*((p+1)/2)) * messageTime(messages, p, bytes))
}

// duration converts ns to a Duration of at most a hundredth of the longest Duration, so that multiples of it
// do not overflow.
func duration(ns float64) time.Duration { return time.Duration(min(ns, math.MaxInt64/100)) }

// messageTime returns the time in ns of a message in an exchange among all ranks, at the slowest stride. At
// each stride it uses the smallest measured size of at least `bytes`, or scales the largest size.
func messageTime(messages []results.Message, p, bytes int) (longest float64) {
	fits := map[int]results.Message{} // the best message for each stride
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
