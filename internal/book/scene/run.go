package scene

import (
	"cmp"
	"fmt"
	"slices"

	"topocoll/internal/explain"
	"topocoll/plan"
	"topocoll/sim"
	"topocoll/topo"
)

// A run is the result of simulating a view.
type run struct {
	machine sim.Config
	time    float64
	rounds  int
	trace   []sim.Transfer // messages between the same two nodes are in order
	nodes   []Node
	plans   plan.Job // executed plans; nil if the procedures ran
}

// describeSize states the numbers of steps, messages and words, and the number of words over the busiest
// link.
func (r *run) describeSize() string {
	words, most, over := 0, 0, map[int32]int{}
	for _, t := range r.trace {
		words += t.Words
		for _, link := range t.Path {
			over[link] += t.Words
			most = max(most, over[link])
		}
	}
	return fmt.Sprintf("%d steps, %d messages, %d words, at most %d over one link", r.rounds, len(r.trace),
		words, most)
}

// sortMessages sorts the run's messages by their start, and returns their arrows in the same order.
func (r *run) sortMessages(arrows []explain.Arrow) []explain.Arrow {
	by := topo.Integers(len(r.trace))
	slices.SortStableFunc(by, func(i, j int) int {
		a, b := r.trace[i], r.trace[j]
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.Round, b.Round),
			cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	trace, ordered := make([]sim.Transfer, len(by)), make([]explain.Arrow, len(arrows))
	for i, from := range by {
		trace[i] = r.trace[from]
		if arrows != nil {
			ordered[i] = arrows[from]
		}
	}
	r.trace = trace
	if arrows == nil {
		return nil
	}
	return ordered
}
