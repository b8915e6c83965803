package bench

import (
	"fmt"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/plan"
)

// A Plan is a job that does an operation, made by somebody else. The bench checks its results, but not that it can be carried
// out: see plan.Job.Check.
type Plan struct {
	Name string // of the contender, after results.Planned
	Op   catalog.Collective
	M    int // words of 8 bytes of a block
	Root int // if the operation has one
	Job  plan.Job
}

// Bytes is the size of the block.
func (p Plan) Bytes() int { return 8 * p.M }

// fits says why a plan is not for an operation with blocks of some bytes on some ranks; "" if it is.
func (p Plan) fits(coll catalog.Collective, ranks, bytes int) string {
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

// turned returns the rank of every node of the plan so that its root is the root of a call, given as a rank. The others
// follow in the order of the labels; placement is the rank of each, or nil.
func (p Plan) turned(placement []int, label, ranks int) []int {
	first := 0 // label of node 0
	if p.Op.Rooted() {
		first = label - p.Root + ranks
	}
	at := make([]int, ranks)
	for node := range at {
		at[node] = (first + node) % ranks
		if placement != nil {
			at[node] = placement[at[node]]
		}
	}
	return at
}

// on returns the plan of a node for ranks in place of nodes.
func on(node *plan.Plan, ranks []int) *plan.Plan {
	placed := *node
	placed.Steps = append([]plan.Step(nil), node.Steps...)
	for i := range placed.Steps {
		if s := &placed.Steps[i]; s.Message() {
			s.Peer = ranks[s.Peer]
		}
	}
	return &placed
}
