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

// Every row's plans in the order of Order do the same, and not later. The machines take turns.
func TestOrderedPlans(t *testing.T) {
	for _, row := range catalog.Rows[string]() {
		for _, p := range []int{1, 3, 4, 6, 8} {
			if row.Takes(p) {
				t.Run(fmt.Sprintf("%s/p=%d", row.ID, p), func(t *testing.T) {
					t.Parallel()
					for i, k := range Cases(row.Info, p) {
						ordered(t, row.Info, k, planMachines[i%len(planMachines)])
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

// holds returns when a job's schedule ends, and requires what Machine and Schedule say: a step takes its time, does not
// begin before what it waits for has ended and its ports are free, and does then.
func holds(t *testing.T, job plan.Job, m plan.Machine) (finish float64) {
	s, err := job.Schedule(m)
	if !assert.NoError(t, err) {
		return 0
	}
	ports := map[string][]span{}
	until := map[float64]bool{0: true} // when something ends
	for rank := range job {
		waits := job[rank].Waits()
		for i, step := range job[rank].Steps {
			at := span{s.Begin[rank][i], s.End[rank][i]}
			finish = max(finish, at.end)
			until[at.end] = true
			length, uses := 0.0, []string(nil)
			switch {
			case step.Kind == plan.Send && m.AllPort:
				uses = []string{fmt.Sprintf("%d to %d", rank, step.Peer)}
			case step.Kind == plan.Send:
				uses = []string{fmt.Sprintf("%d sends", rank)}
			case step.Kind == plan.Recv && !m.AllPort:
				uses = []string{fmt.Sprintf("%d receives", rank)}
			case step.Kind == plan.Combine:
				length, uses = m.Tr*float64(step.Words()), []string{fmt.Sprintf("%d combines", rank)}
			}
			if step.Message() {
				length = m.Ts + m.Tw*float64(step.Words())
			}
			if at.begin+length != at.end { // a million times, too often for assert
				t.Errorf("node %d: step %d takes %v, want %v", rank, i, at.end-at.begin, length)
			}
			for _, use := range uses {
				ports[use] = append(ports[use], at)
			}
			for _, earlier := range waits[i] {
				if s.End[rank][earlier] > at.begin {
					t.Errorf("node %d: step %d begins before step %d has ended", rank, i, earlier)
				}
			}
		}
	}
	for use, spans := range ports {
		slices.SortFunc(spans, func(a, b span) int { return cmp.Or(cmp.Compare(a.begin, b.begin), cmp.Compare(a.end, b.end)) })
		for i, at := range spans {
			if !until[at.begin] || i > 0 && at.begin < spans[i-1].end {
				t.Errorf("%s: %v and %v", use, spans[max(0, i-1)], at)
			}
		}
	}
	assert.Equal(t, finish, s.Finish)
	return finish
}
