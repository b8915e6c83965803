package contender

import (
	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/plan"
)

// A recording is a call of one of our procedures whose plans can be recorded.
type recording struct {
	row  catalog.Row[byte]
	p, m int                // m in words
	args catalog.Args[byte] // without words
}

// node returns the plan of one node with whole messages.
func (r recording) node(rank int) (*plan.Plan, error) {
	return catalog.Plan(r.row, rank, r.p, r.m, r.wholeArgs())
}

// plans returns the plans of all nodes with whole messages.
func (r recording) plans() (plan.Job, error) { return catalog.Plans(r.row, r.p, r.m, r.wholeArgs()) }

func (r recording) wholeArgs() catalog.Args[byte] {
	a := r.args
	a.Op, a.Cut = comm.Op[byte]{Commutative: true}, 0 // commutative, like a sum
	return a
}

// countersOf counts the rounds, messages and bytes that a plan sends, with the given bytes per word.
func countersOf(node *plan.Plan, word int) results.Counters {
	n := node.Counts()
	return results.Counters{Rounds: n.Rounds, Messages: n.Sent, Bytes: n.Out * word}
}
