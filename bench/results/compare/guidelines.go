package compare

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"topocoll/bench/results"
	"topocoll/catalog"
)

// A mockup is another way to do an operation: one or more native calls in succession.
type mockup struct {
	op    catalog.Collective
	calls []mockCall
}

// A mockCall is a native call whose block is that of the operation, times p, or divided by p.
type mockCall struct {
	op   catalog.Collective
	size scale
}

type scale int

const (
	sameSize scale = iota
	timesP
	overP
)

// bytes returns the block size of the call, or false if p does not divide it.
func (s scale) bytes(bytes, p int) (int, bool) {
	switch s {
	case timesP:
		return bytes * p, true
	case overP:
		return bytes / p, bytes%p == 0
	}
	return bytes, true
}

// mockups are the performance guidelines of PGMPI (Hunold) for the operations that bench has: no
// call may be slower than other calls that have the same effect. For bcast, reduce and allreduce, a
// block is the whole message.
var mockups = []mockup{
	{"bcast", []mockCall{{"scatter", overP}, {"allgather", overP}}},
	{"reduce", []mockCall{{"allreduce", sameSize}}},
	{"reduce", []mockCall{{"reducescatter", overP}, {"gather", overP}}},
	{"allgather", []mockCall{{"gather", sameSize}, {"bcast", timesP}}},
	{"allgather", []mockCall{{"allreduce", timesP}}},
	{"allgather", []mockCall{{"alltoall", sameSize}}},
	{"reducescatter", []mockCall{{"reduce", timesP}, {"scatter", sameSize}}},
	{"reducescatter", []mockCall{{"allreduce", timesP}}},
	{"allreduce", []mockCall{{"reduce", sameSize}, {"bcast", sameSize}}},
	{"allreduce", []mockCall{{"reducescatter", overP}, {"allgather", overP}}},
	{"scatter", []mockCall{{"bcast", timesP}}},
	{"gather", []mockCall{{"allgather", sameSize}}},
	{"gather", []mockCall{{"reduce", timesP}}},
}

// A Violation is a native call that is slower than an alternative.
type Violation struct {
	results.Case
	Native float64 // median, ns
	By     string  // other native calls, or one of our algorithms
	Time   float64 // ns
}

// Guidelines has the violations of a result, and the number of checks.
type Guidelines struct {
	Violations []Violation
	Made       int // checks
	Missing    int // checks left out, because a size they need was not measured

	Oversubscribed bool // more ranks than cores: the findings are unreliable
}

// CheckGuidelines looks for native calls that are slower than a mock-up, or than one of our
// algorithms. A mock-up is faster if the upper ends of its intervals add up to less than the lower
// end of the call's interval, by more than 5 %; ours is faster by its verdict.
func CheckGuidelines(r *results.Result) Guidelines {
	native := map[results.Key]results.Cell{}
	fastest := map[results.Key]results.Cell{} // the fastest of ours with the verdict faster
	for _, c := range r.Cells {
		key := c.Case().Key(results.Native)
		best, found := fastest[key]
		switch {
		case c.Algo == results.Native:
			native[key] = c
		case c.IsAlgorithm() && c.Counters != (results.Counters{}) && c.Verdict == results.Faster && (!found ||
			c.Ratio < best.Ratio):
			fastest[key] = c
		}
	}
	g := Guidelines{Oversubscribed: r.Env.Oversubscribed}
	for _, c := range r.Cells {
		if c.Algo != results.Native {
			continue
		}
		for _, way := range mockups {
			if way.op == catalog.Collective(c.Op) {
				g.checkMockup(c, way, native)
			}
		}
		if ours, found := fastest[c.Case().Key(results.Native)]; found {
			g.Violations = append(g.Violations, Violation{c.Case(), c.Median, ours.Algo, c.Median * ours.Ratio})
		}
	}
	slices.SortStableFunc(g.Violations, func(a, b Violation) int {
		return cmp.Or(cmp.Compare(a.Op, b.Op), cmp.Compare(a.P, b.P), cmp.Compare(a.Bytes, b.Bytes),
			cmp.Compare(a.Time, b.Time))
	})
	return g
}

func (g *Guidelines) checkMockup(c results.Cell, way mockup, native map[results.Key]results.Cell) {
	v := Violation{Case: c.Case(), Native: c.Median}
	most := 0.0
	var calls []string
	for _, call := range way.calls {
		bytes, whole := call.size.bytes(c.Bytes, c.P)
		part, found := native[results.Case{Op: call.op, P: c.P, Bytes: bytes}.Key(results.Native)]
		if !whole || !found || part.Interval.Hi == nil {
			g.Missing++
			return
		}
		calls = append(calls, fmt.Sprintf("%s %s", call.op, results.FormatSize(bytes)))
		v.Time += part.Median
		most += *part.Interval.Hi
	}
	g.Made++
	if c.Interval.Lo != nil && *c.Interval.Lo > results.Margin*most {
		v.By = strings.Join(calls, " + ")
		g.Violations = append(g.Violations, v)
	}
}
