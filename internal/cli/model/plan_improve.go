package model

import (
	"fmt"
	"slices"

	"topocoll/internal/cli/exit"
	"topocoll/internal/cli/option"
	"topocoll/internal/timeline"
	"topocoll/plan"
)

// A segment is the value of --segment: the maximum words of a message, or auto.
type segment struct {
	words int
	auto  bool
}

// on reports whether messages are cut.
func (s segment) on() bool { return s.auto || s.words > 0 }

func (s *segment) UnmarshalText(text []byte) error {
	if string(text) == "auto" {
		*s = segment{auto: true}
		return nil
	}
	var words option.Count
	if err := words.UnmarshalText(text); err != nil {
		return fmt.Errorf("%w, or auto", err)
	}
	*s = segment{words: int(words)}
	return nil
}

// Limits, so that a check and the schedules take a second or so.
const (
	maxPieces    = 1 << 10 // segments of a message
	maxPlanSteps = 1 << 16 // of a plan that --segment has cut
	maxCutSteps  = 1 << 14 // of a plan that --segment auto tries
)

// improve cuts messages and orders steps by --segment and --order.
func (c *PlanCommand) improve(f *PlanFile) (err error) {
	m := c.machine()
	if c.Segment.auto {
		if f.Segment, err = f.Nodes.Cut(m, maxCutSteps); err != nil {
			return wrong(f, err)
		}
	}
	if n := f.Segment; n > 0 {
		if err := cuttable(f.Nodes, n); err != nil {
			return err
		}
		f.Nodes = f.Nodes.Improve(plan.Passes{Segment: n})
	}
	if n := steps(f.Nodes); c.SVG != "" && n > timeline.MaxSteps {
		return exit.Usagef("--svg: %d steps, want at most %d to draw", n, timeline.MaxSteps)
	}
	if c.Order {
		given := f.Nodes
		if f.Nodes, err = given.Order(m); err != nil {
			return wrong(f, err)
		}
		f.Ordered = !same(given, f.Nodes)
	}
	return nil
}

// same reports whether two jobs have the same steps.
func same(a, b plan.Job) bool {
	return slices.EqualFunc(a, b, func(a, b plan.Plan) bool { return slices.Equal(a.Steps, b.Steps) })
}

// cuttable refuses segments that are so short that there are too many.
func cuttable(nodes plan.Job, n int) error {
	longest := nodes.LongestMessage()
	if cut := nodes.Pieces(n); cut > max(maxPlanSteps, steps(nodes)) {
		return exit.Usagef("--segment %d: %d steps, want at most %d", n, cut, maxPlanSteps)
	}
	if longest/n > maxPieces {
		return exit.Usagef("--segment %d for messages of %d words, want at least %d", n, longest, (longest+maxPieces-1)/maxPieces)
	}
	return nil
}

// steps counts the steps of all nodes.
func steps(nodes plan.Job) (n int) {
	for _, node := range nodes {
		n += len(node.Steps)
	}
	return n
}

// sent counts the messages of all nodes, and their words.
func sent(nodes plan.Job) (messages, words int) {
	for _, node := range nodes {
		n := node.Counts()
		messages, words = messages+n.Sent, words+n.Out
	}
	return messages, words
}

// wrong is the error of plans that cannot be executed.
func wrong(f *PlanFile, err error) error {
	return exit.Error{Code: exit.WrongResult, Err: fmt.Errorf("%s: %w", f.Algo, err)}
}
