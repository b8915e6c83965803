// Package timeline draws the schedule of a plan: time goes to the right, and every node has a line of what it sends, receives
// and combines.
package timeline

import (
	"cmp"
	"fmt"
	"slices"

	"topocoll/plan"
)

// MaxSteps is the largest number of steps that is worth a figure; with more a browser is slow.
const MaxSteps = 40000

// A Figure is a job in time.
type Figure struct {
	Head     []string // the lines above; the first one is the title
	Unit     string   // of the times of Machine: "µs"
	Job      plan.Job
	Machine  plan.Machine
	Schedule *plan.Schedule // of Job on Machine
}

// A bar is a step that takes time.
type bar struct {
	step       plan.Step
	begin, end float64
	lane       int // of the node, from above
}

// A mark is local steps that take no time.
type mark struct {
	kind  plan.Kind
	at    float64
	count int
}

// A row is one node.
type row struct {
	bars  []bar // by begin
	marks []mark
	lanes int
}

// rows returns what every node does. Its sends are above what it receives, and combinations below; those that are under way
// together are in different lanes.
func (f *Figure) rows() []row {
	rows := make([]row, len(f.Job))
	for rank, node := range f.Job {
		r := &rows[rank]
		for i, s := range node.Steps {
			begin, end := f.Schedule.Begin[rank][i], f.Schedule.End[rank][i]
			if s.Message() || end > begin {
				r.bars = append(r.bars, bar{step: s, begin: begin, end: end})
			} else {
				r.mark(s.Kind, begin)
			}
		}
		slices.SortStableFunc(r.bars, func(a, b bar) int { return cmp.Compare(a.begin, b.begin) })
		for _, kind := range []plan.Kind{plan.Send, plan.Recv, plan.Combine} {
			r.stack(kind)
		}
		r.lanes = max(1, r.lanes)
	}
	return rows
}

// mark counts the steps of a kind at a time.
func (r *row) mark(kind plan.Kind, at float64) {
	for i := range r.marks {
		if r.marks[i].kind == kind && r.marks[i].at == at {
			r.marks[i].count++
			return
		}
	}
	r.marks = append(r.marks, mark{kind, at, 1})
}

// stack gives each bar of a kind the first new lane that is free.
func (r *row) stack(kind plan.Kind) {
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

// waits returns the times in which the node has nothing under way although it is not done.
func (r *row) waits() (gaps [][2]float64) {
	until := 0.0
	for _, b := range r.bars {
		if b.begin > until {
			gaps = append(gaps, [2]float64{until, b.begin})
		}
		until = max(until, b.end)
	}
	return gaps
}

// tells is the tooltip of a bar.
func (f *Figure) tells(rank int, b bar) string {
	text := fmt.Sprintf("node %d: %v", rank, b.step)
	if b.step.Message() {
		text += fmt.Sprintf(", message %d, round %d", b.step.Number, b.step.Round)
	}
	return fmt.Sprintf("%s; %d words, %.6g to %.6g %s", text, b.step.Words(), b.begin, b.end, f.Unit)
}
