package conform

import (
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
	"topocoll/plan"
)

var planMachines = []plan.Machine{
	{Ts: 1000, Tw: 1}, {Ts: 1000, Tw: 1, AllPort: true}, {Ts: 1, Tw: 1, Tr: 2}, {Tw: 1, AllPort: true},
}

// Plans in the order that Order returns give the same result and are not slower, for every algorithm. Each
// case runs on one of several machines. If there are many cases, the test runs one in eleven.
func TestOrderedPlans(t *testing.T) { testOrderedPlans(t, 3, 4, 6) }

// TestSystemOrderedPlans is TestOrderedPlans for other numbers of nodes.
func TestSystemOrderedPlans(t *testing.T) { testOrderedPlans(t, 1, 8, 9) }

func testOrderedPlans(t *testing.T, sizes ...int) {
	for _, row := range catalog.Rows[string]() {
		checkSizes(t, row.ID, takenSizes(row.Info, sizes), func(t *testing.T, p int) {
			cases, turns := Cases(row.Info, p), 1
			if len(cases) > 60 {
				// 11 is coprime to the number of machines, roots, shifts and operators, so each machine is tested
				// with every value.
				turns = 11
			}
			for i := 0; i < len(cases) && !t.Failed(); i += turns {
				checkOrdered(t, row.Info, cases[i], planMachines[i%len(planMachines)])
			}
		})
	}
}

func checkOrdered(t *testing.T, info catalog.Info, k Case, m plan.Machine) {
	job, err := recorded(info.ID, k)
	assert.NoError(t, err)
	checkNotSlower(t, info, k, job, m)
	checkNotSlower(t, info, k, job.Improve(plan.Passes{Fuse: true, Segment: 2}), m)
}

func checkNotSlower(t *testing.T, info catalog.Info, k Case, job plan.Job, m plan.Machine) {
	other, err := job.Order(m)
	if !assert.NoError(t, err) {
		return
	}
	before, after := checkSchedule(t, job, m), checkSchedule(t, other, m)
	assert.LessOrEqual(t, after, before)
	if after < before {
		checkJob(t, info, k, other)
	}
}

// A span holds the start and end times of a step.
type span struct{ begin, end float64 }

// A use is a resource that a step occupies. It is a node's port for sending, receiving or combining, or the
// link to one peer.
type use struct {
	node int
	kind plan.Kind
	peer int
}

// checkSchedule returns the end of a job's schedule. It checks the rules of Machine and Schedule: a step
// takes its time, and begins exactly when its dependencies are complete and its ports are free.
func checkSchedule(t *testing.T, job plan.Job, m plan.Machine) (finish float64) {
	s, err := job.Schedule(m)
	if !assert.NoError(t, err) {
		return 0
	}
	ports := map[use][]span{}
	until := map[float64]bool{0: true} // times at which a step ends
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
			if at.begin+length != at.end { // without assert, because this line runs a million times
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
		slices.SortFunc(spans,
			func(a, b span) int { return cmp.Or(cmp.Compare(a.begin, b.begin), cmp.Compare(a.end, b.end)) })
		for i, at := range spans {
			if !until[at.begin] || i > 0 && at.begin < spans[i-1].end {
				t.Errorf("%v: %v and %v", port, spans[max(0, i-1)], at)
			}
		}
	}
	assert.Equal(t, finish, s.Finish)
	return finish
}
