package contender

import (
	"fmt"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/plan"
)

// A PlannedCall is the plans of all nodes for a call, read from a file. The bench checks their results, but
// not that they can run to their end: see plan.Job.Check.
type PlannedCall struct {
	Name string // of the contender, after results.Planned
	Op   catalog.Collective
	M    int // words of 8 bytes of a block
	Root int // a node, if the operation has a root
	// Shift is the distance of a shift, 1 to p-1.
	Shift int
	// Whole says that the plans have whole messages. The bench divides them into segments as it does for our
	// algorithms.
	Whole bool
	Job   plan.Job
}

// Bytes returns the size of the block.
func (p PlannedCall) Bytes() int { return 8 * p.M }

// misfit says why a plan is not for a case; "" if it is.
func (p PlannedCall) misfit(c results.Case) string {
	switch {
	case p.Op != c.Op:
		return "for " + string(p.Op)
	case len(p.Job) != c.P:
		return fmt.Sprintf("for %d ranks", len(p.Job))
	case c.Op != catalog.Barrier && p.Bytes() != c.Bytes:
		return "for blocks of " + results.FormatSize(p.Bytes())
	}
	return ""
}

// root returns the rank that is the root in the call that the plan is for. It also distinguishes the
// distances of a shift; see newNode. It is -1 if the operation has no root and is no shift. placement is the
// rank of each node, or nil.
func (p PlannedCall) root(placement []int) int {
	switch {
	case p.Op == catalog.Shift:
		return max(0, p.Shift-1)
	case !p.Op.Rooted():
		return -1
	case placement != nil:
		return placement[p.Root]
	}
	return p.Root
}

// rootText names the value of root.
func (p PlannedCall) rootText() string {
	if p.Op == catalog.Shift {
		return fmt.Sprintf("distance %d", p.Shift)
	}
	return fmt.Sprintf("root %d", p.Root)
}

// forRank returns the plan of a node as its rank runs it: with no message longer than a segment of some
// words, and with ranks in place of nodes.
func (p PlannedCall) forRank(node, segment int, placement []int) *plan.Plan {
	return withRanks(p.Job[node].Segment(segment), placement)
}

// withRanks returns the plan of a node with ranks in place of nodes; nil: they are the same.
func withRanks(node *plan.Plan, placement []int) *plan.Plan {
	if placement == nil {
		return node
	}
	placed := *node
	placed.Steps = append([]plan.Step(nil), node.Steps...)
	for i := range placed.Steps {
		if s := &placed.Steps[i]; s.Message() {
			s.Peer = placement[s.Peer]
		}
	}
	return &placed
}
