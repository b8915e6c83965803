package conform

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
	"topocoll/plan"
)

var planMachines = []plan.Machine{
	{Ts: 1000, Tw: 1}, {Ts: 1000, Tw: 1, AllPort: true}, {Ts: 1, Tw: 1, Tr: 2}, {Tw: 1, AllPort: true},
}

// Every row's plans in the order of Order do the same, and not later. The machines take turns; of many cases, one
// in eleven is taken.
func TestOrderedPlans(t *testing.T) {
	for _, row := range catalog.Rows[string]() {
		for _, p := range []int{1, 3, 4, 6, 8} {
			if row.Takes(p) {
				t.Run(fmt.Sprintf("%s/p=%d", row.ID, p), func(t *testing.T) {
					t.Parallel()
					cases, turns := Cases(row.Info, p), 1
					if len(cases) > 60 {
						turns = 11 // prime to the number of machines, roots, shifts and operators, so that a machine meets all of them
					}
					for i := 0; i < len(cases); i += turns {
						ordered(t, row.Info, cases[i], planMachines[i%len(planMachines)])
					}
				})
			}
		}
	}
}

func ordered(t *testing.T, info catalog.Info, k Case, m plan.Machine) {
	job, err := recorded(info.ID, k)
	assert.NoError(t, err)
	sooner(t, info, k, job, m)
	sooner(t, info, k, job.Improve(plan.Passes{Fuse: true, Segment: 2}), m)
}

func sooner(t *testing.T, info catalog.Info, k Case, job plan.Job, m plan.Machine) {
	other, err := job.Order(m)
	if !assert.NoError(t, err) {
		return
	}
	before, after := holds(t, job, m), holds(t, other, m)
	assert.LessOrEqual(t, after, before)
	if after < before {
		works(t, info, k, other)
	}
}

// A span is from the begin to the end of a step.
type span struct{ begin, end float64 }

// A use is what a step keeps busy: of a node its one way out, in or to combine, or the way to one peer.
type use struct {
	node int
	kind plan.Kind
	peer int
}

// holds returns when a job's schedule ends, and requires what Machine and Schedule say: a step takes its time, does not
// begin before what it waits for has ended and its ports are free, and does then.
func holds(t *testing.T, job plan.Job, m plan.Machine) (finish float64) {
	s, err := job.Schedule(m)
	if !assert.NoError(t, err) {
		return 0
	}
	ports := map[use][]span{}
	until := map[float64]bool{0: true} // when something ends
	for rank := range job {
		waits := job[rank].Waits()
		for i, step := range job[rank].Steps {
			at := span{s.Begin[rank][i], s.End[rank][i]}
			finish = max(finish, at.end)
			until[at.end] = true
			length := 0.0
			switch {
			case step.Kind == plan.Send && m.AllPort:
				ports[use{rank, plan.Send, step.Peer}] = append(ports[use{rank, plan.Send, step.Peer}], at)
			case step.Kind == plan.Combine:
				length = m.Tr * float64(step.Words())
				fallthrough
			case step.Kind == plan.Send || step.Kind == plan.Recv && !m.AllPort:
				ports[use{rank, step.Kind, -1}] = append(ports[use{rank, step.Kind, -1}], at)
			}
			if step.Message() {
				length = m.Ts + m.Tw*float64(step.Words())
			}
			if at.begin+length != at.end { // a million times, too often for assert
				t.Errorf("node %d: step %d takes %v, want %v", rank, i, at.end-at.begin, length)
			}
			for _, earlier := range waits[i] {
				if s.End[rank][earlier] > at.begin {
					t.Errorf("node %d: step %d begins before step %d has ended", rank, i, earlier)
				}
			}
		}
	}
	for port, spans := range ports {
		slices.SortFunc(spans, func(a, b span) int { return cmp.Or(cmp.Compare(a.begin, b.begin), cmp.Compare(a.end, b.end)) })
		for i, at := range spans {
			if !until[at.begin] || i > 0 && at.begin < spans[i-1].end {
				t.Errorf("%v: %v and %v", port, spans[max(0, i-1)], at)
			}
		}
	}
	assert.Equal(t, finish, s.Finish)
	return finish
}
