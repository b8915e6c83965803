package catalog

import (
	"fmt"
	"math"

	"topocoll/plan"
)

// A Template represents the plans of an algorithm on p processes for blocks of any length. Its plans are for
// blocks of a few units. Each unit stands for a run of words. See [plan.Plan.Scaled].
type Template struct {
	Row   Row[byte]
	P     int
	Units int // number of units in a block
	args  Args[byte]
}

// maxUnits is the maximum number of units in a block on at most maxUnits processes. On more processes, the
// maximum is the number of processes.
const maxUnits = 512

// NewTemplate returns the template of a row. The argument `segments` is the length of a block divided by the
// length of a segment. A message of k blocks is divided into k times as many segments. If segments is 0,
// messages are not divided, except in a pipelined row, whose segments have one unit. NewTemplate uses the
// smallest number of units for which no unit is longer than a segment and for which the template can be
// scaled. The template can be scaled if the plans for two and three times as many units equal the scaled
// template. From `a`, NewTemplate uses the shift, the mesh, the network, the radix and the operator's field
// Commutative.
func NewTemplate(row Row[byte], p int, segments float64, a Args[byte]) (*Template, error) {
	most := max(maxUnits, p)
	if !row.Takes(p) || !(segments >= 0 && segments <= float64(most)) {
		return nil, fmt.Errorf("catalog: NewTemplate: no template for %s on %d processes with %v segments; use "+
			"a number of processes that the algorithm accepts, and 0 to %d segments", row.ID, p, segments, most)
	}
	t := &Template{Row: row, P: p,
		args: Args[byte]{Shift: a.Shift, Mesh: a.Mesh, Network: a.Network, Radix: a.Radix}}
	t.args.Op.Commutative = a.Op.Commutative
	if row.Pipelined() {
		t.args.Segment = 1
	}
	for t.Units = max(1, int(math.Ceil(segments))); t.Units <= most; t.Units++ {
		if segments > 0 {
			t.args.PlanSegment = int(float64(t.Units) / segments)
			t.args.Segment = t.args.PlanSegment
		}
		if fits, err := t.scalesExactly(); fits || err != nil {
			return t, err
		}
	}
	return nil, fmt.Errorf(
		"catalog: NewTemplate: no template for %s on %d processes: its plans cannot be scaled with up to %d "+
			"units per block", row.ID, p, most)
}

// scalesExactly reports whether scaling the template gives the same plans as recording the algorithm with two
// and three times as many units.
func (t *Template) scalesExactly() (bool, error) {
	for rank := range t.P {
		one, err := t.Plan(rank, 0)
		if err != nil {
			return false, err
		}
		for _, n := range []int{2, 3} {
			if longer, err := t.recordPlan(rank, 0, n); err != nil || !one.Scaled(n).Equal(longer) {
				return false, err
			}
		}
	}
	return true, nil
}

// Plan returns the template's plan for one process, with one word per unit.
func (t *Template) Plan(rank, root int) (*plan.Plan, error) { return t.recordPlan(rank, root, 1) }

// Args returns the arguments for units of n words. Root, In and Out are not set. With these arguments, the
// function Plan returns the plan of a call whose units have n words.
func (t *Template) Args(n int) Args[byte] {
	a := t.args
	a.Segment, a.PlanSegment = a.Segment*n, a.PlanSegment*n
	return a
}

func (t *Template) recordPlan(rank, root, n int) (*plan.Plan, error) {
	a := t.Args(n)
	a.Root = root
	return Plan(t.Row, rank, t.P, t.Units*n, a)
}

// Pipelined reports whether the algorithm itself divides its messages into segments, as Args.Segment
// specifies.
func (info Info) Pipelined() bool { return info.Model().Parts != nil || info.ID == "mesh/bcast-trees" }

// Share divides the blocks of a call, which have m words each, into units of equal length. It returns the
// number of words in a unit, and the number of remaining words, which follow the units. The template of Rest
// executes the remaining words, with units of one word. If a call has several blocks, the blocks are
// contiguous. If words would remain in such a call, Share returns 0 and m, so that Rest executes the whole
// call.
func (t *Template) Share(m int) (words, rest int) {
	if rest = m % t.Units; rest == 0 || t.Row.Op.OneBlock() {
		return m / t.Units, rest
	}
	return 0, m
}

// Rest returns the template for the words that remain after the units: see Share. The blocks of that template
// have one unit. For an operation with OneBlock, Rest uses the algorithm on the hypercube, if there is one,
// because that algorithm has few start-ups.
func (t *Template) Rest() *Template {
	rest := *t
	rest.Units, rest.args.Segment, rest.args.PlanSegment = 1, 0, 0
	if few, found := Find[byte]("hcube/" + string(t.Row.Op)); found && t.Units > 1 && t.Row.Op.OneBlock() &&
		few.Takes(t.P) {
		rest.Row = few
	}
	return &rest
}

// OneBlock reports whether a call with m words can be divided into two calls that together have the same
// result. One call processes the first words, and the other processes the remaining words.
func (c Collective) OneBlock() bool {
	switch c {
	case Bcast, Reduce, Allreduce, Scan, Exscan, Shift:
		return true
	}
	return false
}
