package trace

import (
	"math"
	"slices"

	"topocoll/plan"
)

// A Timing holds the times of the steps of a job in one execution. All times are in µs.
type Timing struct {
	Job           plan.Job // steps in the order of execution
	Schedule      plan.Schedule
	Totals        []float64 // times of all repetitions, ascending: the last end minus the first start
	MoreThanCores bool      // there were more ranks than cores, so ranks also waited for cores
}

// add adds the steps of a rank. The argument `times` holds the start and the end of each step in ns. The
// argument `began` is the start of the first step on any rank.
func (t *Timing) add(node *plan.Plan, times []int64, began int64) {
	var begins, ends []float64
	for i := range node.Steps {
		begin, end := float64(times[2*i]-began)/1000, float64(times[2*i+1]-began)/1000
		begins, ends = append(begins, begin), append(ends, max(begin, end))
		t.Schedule.Finish = max(t.Schedule.Finish, end)
	}
	t.Job = append(t.Job, *node)
	t.Schedule.Begin, t.Schedule.End = append(t.Schedule.Begin, begins), append(t.Schedule.End, ends)
}

// A step identifies a step of a plan by its rank and its index.
type step struct{ rank, index int }

// sendSteps returns the send step of every message, by sender, receiver and number of the message.
func (t *Timing) sendSteps() map[[3]int]step {
	found := map[[3]int]step{}
	for rank, node := range t.Job {
		for i, s := range node.Steps {
			if s.Kind == plan.Send {
				found[[3]int{rank, s.Peer, s.Number}] = step{rank, i}
			}
		}
	}
	return found
}

// Model returns a machine for plan.Job.Schedule. Every message takes the time of the fastest measured message
// with the same number of words. The time per word of a combination is the shortest measured one. If
// `allPort` is true, a rank can send and receive several messages at the same time.
func (t *Timing) Model(allPort bool) plan.Machine {
	fastest := map[int]float64{}
	m := plan.Machine{AllPort: allPort, Tr: math.Inf(1)}
	sends := t.sendSteps()
	for rank, node := range t.Job {
		for i, s := range node.Steps {
			begin, end := t.Schedule.Begin[rank][i], t.Schedule.End[rank][i]
			switch {
			case s.Kind == plan.Recv:
				send := sends[[3]int{s.Peer, rank, s.Number}]
				time := end - max(begin, t.Schedule.Begin[send.rank][send.index])
				if known, found := fastest[s.Words()]; !found || time < known {
					fastest[s.Words()] = max(0, time)
				}
			case s.Kind == plan.Combine && s.Words() > 0:
				m.Tr = min(m.Tr, (end-begin)/float64(s.Words()))
			}
		}
	}
	if math.IsInf(m.Tr, 1) {
		m.Tr = 0
	}
	m.Message = func(_, _, words int) float64 { return fastest[words] }
	return m
}

// Shares holds the times that a rank spends on different activities. The times are counted from the start of
// the first step on any rank to the end of the last step of this rank.
type Shares struct {
	Messages             float64 // a message to or from the rank is in flight
	Late                 float64 // the rank waits for messages whose senders have not begun
	Copies, Combinations float64
	Between              float64 // the rank is between two steps or before its first step
	End                  float64 // the sum of the other fields
}

func (t *Timing) Shares() (list []Shares) {
	sends := t.sendSteps()
	for rank := range t.Job {
		list = append(list, t.rankShares(rank, sends))
	}
	return list
}

// rankShares divides the time of a rank into intervals, and adds each interval to one of the shares. The
// boundaries of the intervals are the starts and ends of the rank's steps, and the starts of the sends to
// this rank.
func (t *Timing) rankShares(rank int, sends map[[3]int]step) (s Shares) {
	steps, begins, ends := t.Job[rank].Steps, t.Schedule.Begin[rank], t.Schedule.End[rank]
	sent := make([]float64, len(steps)) // for each step that is a receive: the start of its send
	boundaries := append([]float64{0}, append(slices.Clone(begins), ends...)...)
	for i, step := range steps {
		if step.Kind == plan.Recv {
			send := sends[[3]int{step.Peer, rank, step.Number}]
			sent[i] = t.Schedule.Begin[send.rank][send.index]
			boundaries = append(boundaries, sent[i])
		}
		s.End = max(s.End, ends[i])
	}
	slices.Sort(boundaries)
	for k := range len(boundaries) - 1 {
		from, to := max(0, boundaries[k]), min(boundaries[k+1], s.End)
		if from < to {
			*s.fieldAt(steps, begins, ends, sent, from) += to - from
		}
	}
	return s
}

// fieldAt returns the field of s to which the interval that begins at `time` is added. No step begins or ends
// within this interval. While a rank waits for a message, its own sends do not count, because the end of a
// send is often detected too late.
func (s *Shares) fieldAt(steps []plan.Step, begins, ends, sent []float64, time float64) *float64 {
	sends, waits, receives := false, false, false
	for i, step := range steps {
		switch {
		case time < begins[i] || time >= ends[i]:
		case step.Kind == plan.Combine:
			return &s.Combinations
		case step.Kind == plan.Copy:
			return &s.Copies
		case step.Kind == plan.Send:
			sends = true
		case sent[i] <= time:
			receives = true
		default:
			waits = true
		}
	}
	switch {
	case receives:
		return &s.Messages
	case waits:
		return &s.Late
	case sends:
		return &s.Messages
	}
	return &s.Between
}
