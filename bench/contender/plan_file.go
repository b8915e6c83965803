package contender

import (
	"fmt"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/plan"
)

// A PlannedCall holds the plans of all nodes for one call, read from a file. The bench checks the results of
// the plans. It does not check that the plans terminate: see plan.Job.Check.
type PlannedCall struct {
	Name string // name of the contender, without the prefix results.Planned
	Op   catalog.Collective
	M    int // length of a block in words of 8 bytes
	Root int // the root's node, if the operation has a root
	// Shift is the distance of a shift, 1 to p-1.
	Shift int
	// Whole is true if the messages in the plans are not divided. The bench then divides them into segments, as
	// it does with our own algorithms.
	Whole bool
	Job   plan.Job
}

// Bytes returns the size of the block in bytes.
func (p PlannedCall) Bytes() int { return 8 * p.M }

// findMisfit returns the reason why the plan does not fit a case, or "" if it fits.
func (p PlannedCall) findMisfit(c results.Case) string {
	switch {
	case p.Op != c.Op:
		return "for " + string(p.Op)
	case len(p.Job) != c.P:
		return fmt.Sprintf("for %d ranks", len(p.Job))
	case c.Op != catalog.Barrier && p.Bytes() != c.Bytes:
		return "for blocks of " + results.FormatSize(p.Bytes()) + " bytes"
	}
	return ""
}

// root returns the rank that is the root in the plan's call. A shift has no root, but newNode assigns a
// distance to each rank; root returns the rank with the plan's distance. For any other operation without a
// root, it returns -1. mapping[i] is the rank of node i; nil means that node i is rank i.
func (p PlannedCall) root(mapping []int) int {
	switch {
	case p.Op == catalog.Shift:
		return max(0, p.Shift-1)
	case !p.Op.Rooted():
		return -1
	case mapping != nil:
		return mapping[p.Root]
	}
	return p.Root
}

// rootNames returns a description of the root or the distance of the plan's call, and a description of all
// other roots or distances.
func (p PlannedCall) rootNames() (own, others string) {
	if p.Op == catalog.Shift {
		return fmt.Sprintf("distance %d", p.Shift), "other distances"
	}
	return fmt.Sprintf("root %d", p.Root), "other roots"
}

// planForRank returns the plan of a node. In this plan, the peers are ranks, and messages have at most
// `segment` words.
func (p PlannedCall) planForRank(node, segment int, mapping []int) *plan.Plan {
	return withRanks(p.Job[node].Segment(segment), mapping)
}

// withRanks returns a copy of a node's plan in which `mapping` converts the peers from nodes to ranks. If
// `mapping` is nil, it returns the plan itself.
func withRanks(node *plan.Plan, mapping []int) *plan.Plan {
	if mapping == nil {
		return node
	}
	placed := *node
	placed.Steps = append([]plan.Step(nil), node.Steps...)
	for i := range placed.Steps {
		if s := &placed.Steps[i]; s.Message() {
			s.Peer = mapping[s.Peer]
		}
	}
	return &placed
}
