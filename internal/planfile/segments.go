package planfile

import (
	"fmt"
	"slices"

	"topocoll/internal/exit"
	"topocoll/plan"
)

// These limits keep the duration of a check and of the schedules at about a second.
const (
	maxSegments  = 1 << 10 // maximum number of segments of a message
	maxSteps     = 1 << 16 // maximum number of steps after --segment has split the messages
	maxAutoSteps = 1 << 14 // maximum number of steps of the plans that --segment auto tries
)

// FastestSegment returns the segment size, in words, with which a job is fastest on a machine. It returns 0
// if whole messages are fastest.
func FastestSegment(job plan.Job, machine plan.Machine) (words int, err error) {
	return job.FastestSegment(machine, maxAutoSteps)
}

// Divide returns a job whose messages are segments of at most the given number of words. It returns an error
// if there would be too many segments.
func Divide(job plan.Job, words int) (plan.Job, error) {
	longest := job.LongestMessage()
	if n := job.CountSegments(words); n > max(maxSteps, job.CountSteps()) {
		return nil, exit.Usagef("--segment %d: the plans have %d steps, want at most %d; use longer segments",
			words, n, maxSteps)
	}
	if longest/words > maxSegments {
		return nil, exit.Usagef("--segment %d is too short for messages of %d words; use at least %d", words,
			longest, (longest+maxSegments-1)/maxSegments)
	}
	return job.Improve(plan.Passes{Segment: words}), nil
}

// Improve splits the messages of the plans into segments and orders the steps for a machine. segment is the
// maximum number of words in a message, or 0 for whole messages. If `auto` is true, Improve finds the fastest
// segment size.
func (f *File) Improve(machine plan.Machine, segment int, auto, order bool) (err error) {
	f.Segment = segment
	if auto {
		if f.Segment, err = FastestSegment(f.Nodes, machine); err != nil {
			return f.planError(err)
		}
	}
	if f.Segment > 0 {
		if f.Nodes, err = Divide(f.Nodes, f.Segment); err != nil {
			return err
		}
	}
	if order {
		given := f.Nodes
		if f.Nodes, err = given.Order(machine); err != nil {
			return f.planError(err)
		}
		f.Ordered = !SameSteps(given, f.Nodes)
	}
	return nil
}

// Check returns an error for plans that the nodes cannot execute together.
func (f *File) Check() error {
	if err := f.Nodes.Check(); err != nil {
		return f.planError(err)
	}
	return nil
}

// planError returns the error for plans that cannot be executed together. err is the reason.
func (f *File) planError(err error) error {
	return exit.Error{Code: exit.WrongResult, Err: fmt.Errorf("%s: %w", f.Algo, err)}
}

// SameSteps reports whether two jobs have the same steps.
func SameSteps(a, b plan.Job) bool {
	return slices.EqualFunc(a, b, func(a, b plan.Plan) bool { return slices.Equal(a.Steps, b.Steps) })
}

// CountMessages returns the number of messages of all nodes, and the total number of their words.
func CountMessages(job plan.Job) (messages, words int) {
	for _, node := range job {
		n := node.Counts()
		messages, words = messages+n.Sent, words+n.Out
	}
	return messages, words
}
