package bench

import (
	"fmt"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/plan"
)

// A PlannedCall is the plans of all nodes for a call, made by somebody else. The bench checks their results, but not that they can be
// carried out: see plan.Job.Check.
type PlannedCall struct {
	Name string // of the contender, after results.Planned
	Op   catalog.Collective
	M    int // words of 8 bytes of a block
	Root int // a node, if the operation has one
	// Shift is the distance of a shift, 1 to p-1.
	Shift int
	// Whole says that the plans are those of a procedure with whole messages, of which the bench makes segments as it does of ours.
	Whole bool
	Job   plan.Job
}

// Bytes is the size of the block.
func (p PlannedCall) Bytes() int { return 8 * p.M }

// fits says why a plan is not for an operation with blocks of some bytes on some ranks; "" if it is.
func (p PlannedCall) fits(coll catalog.Collective, ranks, bytes int) string {
	switch {
	case p.Op != coll:
		return "for " + string(p.Op)
	case len(p.Job) != ranks:
		return fmt.Sprintf("for %d ranks", len(p.Job))
	case coll != catalog.Barrier && p.Bytes() != bytes:
		return "for blocks of " + results.FormatSize(p.Bytes())
	}
	return ""
}

// root returns the rank that is the root in the call that the plan is for, which tells a shift from others too, see newSide.
// It is -1 if the operation has no root and is no shift. placement is the rank of each node, or nil.
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

// only names what root tells.
func (p PlannedCall) only() string {
	if p.Op == catalog.Shift {
		return fmt.Sprintf("distance %d", p.Shift)
	}
	return fmt.Sprintf("root %d", p.Root)
}

// ready returns the plan of a node as its rank carries it out: with no message longer than a segment of some words, and with ranks in
// place of nodes.
func (p PlannedCall) ready(node, segment int, ranks []int) *plan.Plan {
	return on(p.Job[node].Segment(segment), ranks)
}

// on returns the plan of a node for ranks in place of nodes; nil: they are the same.
func on(node *plan.Plan, ranks []int) *plan.Plan {
	if ranks == nil {
		return node
	}
	placed := *node
	placed.Steps = append([]plan.Step(nil), node.Steps...)
	for i := range placed.Steps {
		if s := &placed.Steps[i]; s.Message() {
			s.Peer = ranks[s.Peer]
		}
	}
	return &placed
}
