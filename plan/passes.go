package plan

import "slices"

// Passes selects the optimization passes that Improve applies to a plan. The zero value selects none.
type Passes struct {
	Fuse    bool // see Plan.Fuse
	Segment int  // maximum length of a message in words, see Plan.Segment; 0: any length
}

// Improve returns an equivalent plan after the given passes. Fuse comes first, because a plan has fewer steps
// before Segment than after it.
//
// All nodes of a job must use the same Segment. Each node may set Fuse independently.
func (p *Plan) Improve(with Passes) *Plan {
	if with.Fuse {
		p = p.Fuse()
	}
	return p.Segment(with.Segment)
}

// Improve returns the job with every plan improved.
func (j Job) Improve(with Passes) Job {
	improved := make(Job, len(j))
	for rank := range j {
		improved[rank] = *j[rank].Improve(with)
	}
	return improved
}

// Prepare records body and returns the plan that a compiled call executes. The plan is fused. If segment > 0,
// no message of the plan is longer than segment words. All plans that are shown, scheduled or written to a
// file also come from Prepare.
func Prepare(call Call, segment int, body Body) (*Plan, error) {
	node, err := Record(call, body)
	if err != nil {
		return nil, err
	}
	return node.Improve(Passes{Fuse: true, Segment: segment}), nil
}

// FastestSegment returns the segment size in words with which the job's Schedule on m finishes earliest. It
// tries the powers of two below the length of the longest message, and 0, which means no segmentation. Of
// equally good sizes, it returns the largest. It skips sizes that would divide the job into more than `most`
// steps. All schedules that it computes cost about as much as two schedules of `most` steps. If the machine
// limits the size of a message, as an eager limit does, use the minimum of that limit and the result.
func (j Job) FastestSegment(m Machine, most int) (words int, err error) {
	var powers []int
	for n := 1; n < j.LongestMessage(); n *= 2 {
		powers = append(powers, n)
	}
	words, _, err = j.FastestSegmentOf(m, most, powers)
	return words, err
}

// FastestSegmentOf is like FastestSegment, but tries the given sizes, which must be in ascending order. The
// result `gain` is the time of the original job divided by its time with the returned size.
func (j Job) FastestSegmentOf(m Machine, most int, lengths []int) (words int, gain float64, err error) {
	whole, err := j.Schedule(m)
	if err != nil {
		return 0, 0, err
	}
	least, longest := whole.Finish, j.LongestMessage()
	for _, n := range slices.Backward(lengths) {
		if n >= longest {
			continue
		}
		if n < 1 || j.CountSegments(n) > most {
			break
		}
		segmented, err := j.Improve(Passes{Segment: n}).Schedule(m)
		if err != nil {
			return 0, 0, err
		}
		if segmented.finishesBefore(least) {
			words, least = n, segmented.Finish
		}
	}
	if words == 0 {
		return 0, 1, nil
	}
	return words, whole.Finish / least, nil
}

// CountSteps returns the number of steps of all nodes.
func (j Job) CountSteps() (steps int) {
	for rank := range j {
		steps += len(j[rank].Steps)
	}
	return steps
}

// MostRounds returns the largest number of rounds of a node.
func (j Job) MostRounds() (rounds int) {
	for rank := range j {
		rounds = max(rounds, j[rank].Counts().Rounds)
	}
	return rounds
}

// LongestMessage returns the length in words of the longest message.
func (j Job) LongestMessage() (words int) {
	for rank := range j {
		for _, s := range j[rank].Steps {
			if s.Message() {
				words = max(words, s.Words())
			}
		}
	}
	return words
}

// CountSegments returns the number of steps of the job if each step is divided into the smallest number of
// segments of at most n > 0 words. Plan.Segment may need a few more segments for copies and combinations.
func (j Job) CountSegments(n int) (steps int) {
	for rank := range j {
		for _, s := range j[rank].Steps {
			steps += max(1, (s.Words()+n-1)/n)
		}
	}
	return steps
}
