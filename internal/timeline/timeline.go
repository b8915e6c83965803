// Package timeline draws the schedule of a plan. Time goes to the right, and every node has a row that shows
// its sends, receives, combinations and copies.
package timeline

import (
	"cmp"
	"fmt"
	"slices"

	"topocoll/plan"
)

// MaxSteps is the maximum number of steps in a figure. With more steps, a browser is slow.
const MaxSteps = 40000

// A Figure describes a job and its schedule, for a drawing. Times are in µs.
type Figure struct {
	Head     []string // lines above the figure; the first one is the title
	Job      plan.Job
	Machine  plan.Machine
	Schedule *plan.Schedule // schedule of Job on Machine
}

// A bar is a step that takes time.
type bar struct {
	step       plan.Step
	begin, end float64
	lane       int // lane of the node, counted from the top
}

// An instantSteps is the number of local steps of one kind that occur at the same time and take no time.
type instantSteps struct {
	kind  plan.Kind
	at    float64
	count int
}

// A row shows the steps of one node.
type row struct {
	bars     []bar // sorted by start
	instants []instantSteps
	lanes    int
}

// rows returns one row for each node. From the top, the lanes of a row show sends, receives, combinations and
// copies. Concurrent steps are in different lanes.
func (f *Figure) rows() []row {
	rows := make([]row, len(f.Job))
	for rank, node := range f.Job {
		r := &rows[rank]
		for i, s := range node.Steps {
			begin, end := f.Schedule.Begin[rank][i], f.Schedule.End[rank][i]
			if s.Message() || end > begin {
				r.bars = append(r.bars, bar{step: s, begin: begin, end: end})
			} else {
				r.addInstantStep(s.Kind, begin)
			}
		}
		slices.SortStableFunc(r.bars, func(a, b bar) int { return cmp.Compare(a.begin, b.begin) })
		for _, kind := range []plan.Kind{plan.Send, plan.Recv, plan.Combine, plan.Copy} {
			r.assignLanes(kind)
		}
		r.lanes = max(1, r.lanes)
	}
	return rows
}

// addInstantStep adds a step that takes no time to the count of its kind at that time.
func (r *row) addInstantStep(kind plan.Kind, at float64) {
	for i := range r.instants {
		if r.instants[i].kind == kind && r.instants[i].at == at {
			r.instants[i].count++
			return
		}
	}
	r.instants = append(r.instants, instantSteps{kind, at, 1})
}

// assignLanes puts each bar of a kind into the first free lane below the lanes of the previous kinds.
func (r *row) assignLanes(kind plan.Kind) {
	var until []float64
	for i := range r.bars {
		b := &r.bars[i]
		if b.step.Kind != kind {
			continue
		}
		lane := slices.IndexFunc(until, func(end float64) bool { return end <= b.begin })
		if lane < 0 {
			lane = len(until)
			until = append(until, 0)
		}
		until[lane], b.lane = b.end, r.lanes+lane
	}
	r.lanes += len(until)
}

// idleTimes returns the intervals in which the node is idle before its last bar ends.
func (r *row) idleTimes() (gaps [][2]float64) {
	until := 0.0
	for _, b := range r.bars {
		if b.begin > until {
			gaps = append(gaps, [2]float64{until, b.begin})
		}
		until = max(until, b.end)
	}
	return gaps
}

func tooltip(rank int, b bar) string {
	text := fmt.Sprintf("node %d: %v", rank, b.step)
	if b.step.Message() {
		text += fmt.Sprintf(", message %d, round %d", b.step.Number, b.step.Round)
	}
	return fmt.Sprintf("%s; %d words, %.6g to %.6g µs", text, b.step.Words(), b.begin, b.end)
}
