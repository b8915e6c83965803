package coll

import (
	"math"
	"slices"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/plan"
)

// A recordedCandidate is a candidate whose time is being computed.
type recordedCandidate struct {
	*layout
	Candidate
	call Call
	row  catalog.Row[byte]

	words        int // number of words in a block while plans are recorded
	bytesPerWord float64
	job          plan.Job // plans of all ranks with undivided messages; nil for a pipelined algorithm
	rounds       int      // maximum number of rounds of a rank; 0 if the time comes from a formula
}

// These limits keep the time to evaluate a candidate below a few milliseconds.
const (
	maxRecordedWords = 1 << 14 // maximum number of words in all buffers of a recorded call
	maxRecordedSteps = 1 << 13 // maximum number of steps of all ranks together
	minSegment       = 1024    // shortest segment in bytes
	maxSegments      = 64      // maximum number of segments of a message
)

// timeBySchedule computes the time of a candidate by scheduling its plans, for a pipelined algorithm with
// several segment sizes.
func (l *layout) timeBySchedule(r *recordedCandidate) (found bool, err error) {
	words, bytesPerWord := r.call.Op.Coarse(l.p, r.call.Bytes, 0, maxRecordedWords)
	r.words, r.bytesPerWord = words, float64(bytesPerWord)
	if words > 0 {
		r.bytesPerWord = float64(r.call.Bytes) / float64(words)
	}
	if !r.row.Pipelined() {
		if r.job, err = r.record(0); err != nil || r.job == nil {
			return false, err
		}
		r.rounds = r.job.MostRounds()
		r.Time, err = l.predictTime(r.job, r.bytesPerWord)
		return true, err
	}
	return r.chooseBestSegment(func(segment int) (float64, error) {
		job, err := r.record(segment)
		if err != nil || job == nil {
			return math.Inf(1), err
		}
		time, err := l.predictTime(job, r.bytesPerWord)
		if time < r.Time { // the fastest so far
			r.rounds = job.MostRounds()
		}
		return time, err
	})
}

// isJustAboveEager reports whether the longest message exceeds the eager limit within a host, but half of it
// does not. Such a message takes much longer than its segments.
func (r *recordedCandidate) isJustAboveEager() bool {
	if r.Eager == 0 {
		return false
	}
	longest := r.longestMessage()
	return longest > r.Eager && longest <= 2*r.Eager
}

// longestMessage returns the length in bytes of the longest message, or 0 for a pipelined algorithm.
func (r *recordedCandidate) longestMessage() int {
	if r.job == nil {
		return 0
	}
	return int(float64(r.job.LongestMessage()) * r.bytesPerWord)
}

// chooseBestSegment selects the segment size with the shortest time or, if several have that time, the
// largest of them.
func (r *recordedCandidate) chooseBestSegment(time func(segment int) (float64, error)) (found bool,
	err error) {
	r.Time = math.Inf(1)
	for _, segment := range r.segmentSizes(r.call.Bytes) {
		t, err := time(segment)
		if err != nil {
			return false, err
		}
		if t < r.Time*(1-1e-9) {
			r.Time, r.Segment = t, segment
		}
	}
	return !math.IsInf(r.Time, 1), nil
}

// segmentSizes returns the segment sizes in bytes to try for a message, in descending order. The first is the
// whole message or MaxMessage, and each further size is a quarter of the previous one. The eager limit within
// a host is an additional size.
func (l *layout) segmentSizes(bytes int) []int {
	list := []int{max(1, bytes)}
	if l.isTooLong(bytes) {
		list[0] = l.MaxMessage
	}
	for n := list[0] / 4; n >= minSegment && n*maxSegments >= bytes; n /= 4 {
		list = append(list, n)
	}
	if n := l.Eager; n < list[0] && n >= minSegment && n*maxSegments >= bytes && !slices.Contains(list, n) {
		list = append(list, n)
		slices.SortFunc(list, func(a, b int) int { return b - a })
	}
	return list
}

// isTooLong reports whether a message of the given length is divided because of MaxMessage.
func (l *layout) isTooLong(bytes int) bool {
	return l.multiHost && l.MaxMessage > 0 && bytes > l.MaxMessage
}

// record records the plans of all ranks with a segment size in bytes, 0 for no segments. If the plans with
// segments have too many steps, it returns nil.
func (r *recordedCandidate) record(segment int) (plan.Job, error) {
	job, err := catalog.Record(r.row, r.p, r.words, catalog.Args[byte]{
		Shift: r.call.Shift, Op: comm.Op[byte]{Commutative: !r.call.Ordered}, Mesh: r.Mesh,
		Network: r.packedNetwork, Segment: r.recordedSegment(segment, r.words),
	})
	if err != nil {
		return nil, err
	}
	if segment > 0 && job.CountSteps() > maxRecordedSteps {
		return nil, nil
	}
	return job, nil
}

// recordedSegment converts a segment size from bytes to words of the recording, in which messages are
// shorter. The number of segments stays the same. The size 0 stays 0.
func (r *recordedCandidate) recordedSegment(segment, message int) int {
	if segment == 0 || message == 0 {
		return 0
	}
	segments := max(1, int(math.Ceil(float64(message)*r.bytesPerWord/float64(segment)-1e-6)))
	return (message + segments - 1) / segments
}

// chooseSegment sets the segment size with which the call is fastest, if the gain is large enough, or if the
// longest message exceeds MaxMessage.
func (r *recordedCandidate) chooseSegment() error {
	// A plan with segments must be predicted to be at least minGain times as fast as the plan without segments,
	// because its additional steps take time to execute, and the predictions are not exact.
	const minGain = 1.1
	if r.job == nil {
		return nil
	}
	longest := r.job.LongestMessage()
	fused := r.job.Improve(plan.Passes{Fuse: true})
	whole := r.Time
	sizes := r.segmentSizes(r.longestMessage())
	if r.isTooLong(r.longestMessage()) {
		r.Segment = sizes[0]
	}
	for _, bytes := range sizes[1:] {
		n := r.recordedSegment(bytes, longest)
		if n >= longest || fused.CountSegments(n) > maxRecordedSteps {
			break
		}
		t, err := r.predictTime(fused.Improve(plan.Passes{Segment: n}), r.bytesPerWord)
		if err != nil {
			return err
		}
		if t < r.Time*(1-1e-9) && t*minGain < whole {
			r.Time, r.Segment = t, bytes
		}
	}
	return nil
}
