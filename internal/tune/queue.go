package tune

import (
	"slices"
	"time"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/internal/profile"
	"topocoll/tuned"
)

// A Queue decides what to measure next:
//
//  1. the given cases, in their order;
//  2. sizes between two neighbours with different winners, unless the cases come from a program;
//  3. while time is left, the cases whose point is not marked Sure.
//
// A case whose winner differs from the common winner of both neighbours is an outlier. It is measured once
// more, later in the run. The second result replaces the first, unless it has too few samples. If the
// second result has the common winner, no sizes next to it are added. Every case gets a share of the time
// that is left. If no case has enough samples at the time limit, up to maxLateCases cases are measured, each
// with more time than the previous one.
type Queue struct {
	Given []results.Case
	// Calls holds the calls of a program for each given case; nil means that there is no program. If there is a
	// program, a case gets more of the measuring time if the program spends more time in its calls, and no
	// sizes between the given ones are measured.
	Calls  map[results.Case]profile.Target
	Root   *int // the root of all calls; nil: every rank in turn
	Job    tuned.Job
	Began  time.Time
	Limit  time.Duration
	Points []Point // measured points of this job and of other jobs

	timeLimits map[results.Case]time.Duration // the most recent time limit of each case
	remeasured map[results.Case]bool
	skipped    int // number of unmeasured cases for which too little time was left
}

const (
	// givenShare is the share of the time for the given cases. The rest is for the sizes between them.
	givenShare = 0.6
	// sizesPerCrossing is the expected number of extra sizes needed to locate a change of the winner.
	sizesPerCrossing = 3
	// minCaseTime is the minimum time limit of a case. A case may take longer, because it needs a few
	// repetitions.
	minCaseTime = 20 * time.Millisecond
	// maxLateCases is the maximum number of cases that are measured after the time limit of the queue, until
	// one case has enough samples. Each of these cases gets twice the time of the previous one.
	maxLateCases = 8
	// minCalls is the minimum number of calls of a contender in a case, including the checks and the warm-up.
	minCalls = 12
	// minProfileCalls is the minimum number of calls of a contender in a case of a profile.
	minProfileCalls = 3
	// latencyBytes is the largest length of a message that is assumed to take as long as an empty one.
	latencyBytes = 1 << 10
	// enoughSamples is the number of samples with which a point replaces every earlier point of its case.
	enoughSamples = 20
	// minTimeGrowth is the minimum factor by which the time limit of a case grows when the case is measured
	// again.
	minTimeGrowth = 2
)

// Grid returns one case for each operation and size, in order of size. Therefore, if the time limit is
// reached during the long messages, every operation has already been measured with short messages. A barrier
// has one case.
func Grid(ops []catalog.Collective, p int, sizes []int) (cases []results.Case) {
	for _, op := range ops {
		if op == catalog.Barrier {
			cases = append(cases, results.Case{Op: op, P: p})
			continue
		}
		for _, bytes := range sizes {
			cases = append(cases, results.Case{Op: op, P: p, Bytes: bytes})
		}
	}
	slices.SortStableFunc(cases, func(a, b results.Case) int { return a.Bytes - b.Bytes })
	return cases
}

// Next returns the case to measure next and its time limit. The result `more` is false if no case or no time
// is left.
func (q *Queue) Next(now time.Time) (next results.Case, limit time.Duration, more bool) {
	for {
		left := q.TimeLeft(now)
		tries := len(q.timeLimits)
		late := len(q.Points) == 0 && tries < maxLateCases && left < minCaseTime<<tries
		if late {
			left = minCaseTime << tries
		}
		next, share, found := q.pickCase(left)
		if !found || left <= 0 {
			return results.Case{}, 0, false
		}
		if late {
			share = left
		}
		if q.timeLimits == nil {
			q.timeLimits, q.remeasured = map[results.Case]time.Duration{}, map[results.Case]bool{}
		}
		q.timeLimits[next] = min(max(share, minCaseTime), left)
		q.remeasured[next] = q.remeasured[next] || q.isMeasured(next)
		if q.minTime(next) <= left {
			return next, q.timeLimits[next], true
		}
		if !q.isMeasured(next) {
			q.skipped++
		}
	}
}

// TimeLeft returns the time until the limit.
func (q *Queue) TimeLeft(now time.Time) time.Duration { return q.Limit - now.Sub(q.Began) }

func (q *Queue) pickCase(left time.Duration) (next results.Case, share time.Duration, found bool) {
	given, gaps, unsure := q.missingCases()
	outliers := slices.DeleteFunc(q.newOutliers(), func(c results.Case) bool { return q.minTime(c) > left })
	each := left / time.Duration(max(1, len(unsure)))
	unsure = slices.DeleteFunc(unsure,
		func(c results.Case) bool { return each < minTimeGrowth*q.timeLimits[c] })
	switch {
	case len(given) > 0:
		return given[0], time.Duration(givenShare * float64(left) * q.firstCaseShare(given)), true
	case len(outliers) > 0 && (len(gaps) == 0 || slices.Contains(q.Given, outliers[0])):
		return outliers[0], left / time.Duration(sizesPerCrossing*(len(gaps)+len(outliers))), true
	case len(gaps) > 0:
		return gaps[0], left / time.Duration(sizesPerCrossing*len(gaps)), true
	case len(unsure) > 0:
		return unsure[0], each, true
	}
	return results.Case{}, 0, false
}

// firstCaseShare returns the first case's share of the time for all cases. It is the mean of an equal share
// and of a share in proportion to the time of the case's calls.
func (q *Queue) firstCaseShare(cases []results.Case) float64 {
	equal, sum := 1/float64(len(cases)), 0.0
	for _, c := range cases {
		sum += q.Calls[c].Seconds
	}
	if sum == 0 {
		return equal
	}
	return (equal + q.Calls[cases[0]].Seconds/sum) / 2
}

// missingCases returns the given cases that are not measured, the gaps, and the measured cases whose point is
// not marked Sure. A gap is a case with a size between two neighbours with different winners. missingCases
// omits given cases and gaps that Next has already returned or skipped.
func (q *Queue) missingCases() (given, gaps, unsure []results.Case) {
	wasAsked := func(c results.Case) bool { return q.timeLimits[c] > 0 }
	for _, c := range q.Given {
		if !wasAsked(c) && !q.isMeasured(c) {
			given = append(given, c)
		}
	}
	for _, op := range q.Ops() {
		points := q.pointsOf(op)
		if q.Calls == nil {
			for _, bytes := range crossingSizes(points) {
				if c := q.caseOf(op, bytes); !wasAsked(c) {
					gaps = append(gaps, c)
				}
			}
		}
		for _, p := range points {
			if c := q.caseOf(op, p.Bytes); !p.Sure && (q.Calls == nil || slices.Contains(q.Given, c)) {
				unsure = append(unsure, c)
			}
		}
	}
	return given, gaps, unsure
}

// newOutliers returns the outliers that have been measured only once. Given cases come first, because all
// other outliers are measured again after the gaps.
func (q *Queue) newOutliers() (given []results.Case) {
	var others []results.Case
	for _, op := range q.Ops() {
		for _, bytes := range outlierSizes(q.pointsOf(op)) {
			switch outlier := q.caseOf(op, bytes); {
			case q.remeasured[outlier]:
			case slices.Contains(q.Given, outlier):
				given = append(given, outlier)
			case q.Calls == nil:
				others = append(others, outlier)
			}
		}
	}
	return append(given, others...)
}

// CountMissing returns the number of given cases and gaps that Next has not selected yet and that are not
// measured. It also counts the unmeasured cases that Next has skipped for lack of time.
func (q *Queue) CountMissing() int {
	given, gaps, _ := q.missingCases()
	return len(given) + len(gaps) + q.skipped
}

// CountAsked returns the number of cases that Next has returned, or has skipped for lack of time.
func (q *Queue) CountAsked() int { return len(q.timeLimits) }

// Add adds a point. It replaces an earlier point of the same case, unless it has fewer than enoughSamples,
// and the earlier point has more than twice as many. Near the time limit, a case may get only two samples.
func (q *Queue) Add(p Point) {
	i := slices.IndexFunc(q.Points,
		func(old Point) bool { return old.Op == p.Op && old.Job == p.Job && old.Bytes == p.Bytes })
	switch {
	case i < 0:
		q.Points = append(q.Points, p)
	case p.samples() >= enoughSamples, q.Points[i].samples() <= 2*p.samples():
		q.Points = append(slices.Delete(q.Points, i, i+1), p)
	}
}

func (q *Queue) caseOf(op catalog.Collective, bytes int) results.Case {
	return results.Case{Op: op, P: q.Job.Ranks, Bytes: bytes}
}

// Ops returns the operations of the given cases, in their order.
func (q *Queue) Ops() (ops []catalog.Collective) {
	for _, c := range q.Given {
		if !slices.Contains(ops, c.Op) {
			ops = append(ops, c.Op)
		}
	}
	return ops
}

// pointsOf returns the points of an operation for the job, in ascending order of size.
func (q *Queue) pointsOf(op catalog.Collective) (points []Point) {
	for _, p := range q.Points {
		if p.Op == op && p.Job == q.Job {
			points = append(points, p)
		}
	}
	slices.SortFunc(points, func(a, b Point) int { return a.Bytes - b.Bytes })
	return points
}

func (q *Queue) isMeasured(c results.Case) bool {
	return slices.ContainsFunc(q.pointsOf(c.Op), func(p Point) bool { return p.Bytes == c.Bytes })
}

// minTime estimates the minimum time of a case. It draws a line through the times of the next two smaller
// sizes. If there is only one smaller size, the time is proportional to the bytes, and sizes up to
// latencyBytes count as latencyBytes. If there is none, the estimate is 0. For a call of a program, the
// estimate uses the call's time in the profile.
func (q *Queue) minTime(next results.Case) time.Duration {
	var shorter []Point
	for _, p := range q.pointsOf(next.Op) {
		if p.Bytes <= next.Bytes && len(p.Entries) > 0 {
			shorter = append(shorter, p)
		}
	}
	if len(shorter) == 0 {
		return 0
	}
	last := shorter[len(shorter)-1]
	if t := q.Calls[next]; t.Calls > 0 {
		return time.Duration(minProfileCalls * float64(time.Second) * t.Seconds / t.Calls *
			float64(len(last.Entries)))
	}
	ns := last.meanTime()
	if len(shorter) == 1 {
		ns *= max(1, float64(next.Bytes)/float64(max(latencyBytes, last.Bytes)))
	} else {
		before := shorter[len(shorter)-2]
		ns += max(0, ns-before.meanTime()) / float64(last.Bytes-before.Bytes) * float64(next.Bytes-last.Bytes)
	}
	return time.Duration(minCalls * ns * float64(len(last.Entries)))
}

func (p Point) meanTime() (ns float64) {
	for _, e := range p.Entries {
		ns += e.Median / float64(len(p.Entries))
	}
	return ns
}
