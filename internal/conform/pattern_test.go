package conform

import (
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/internal/record"
	"topocoll/local"
)

// A pattern is the counts of the messages of an algorithm in the textbook, as closed formulas. They are taken from the
// book, not from the code.
type pattern struct {
	p     []int                      // where the formulas hold
	steps func(k Case) int           // communication steps of the whole machine; nil: the book gives none
	node  func(v int, k Case) counts // what node v does when the root is node 0
	links func(from, to, p int) bool // which nodes may talk to each other
	m     func(p int) []int          // the lengths for which the formulas hold
}

type counts = record.Counts

// segment is the length of the segments of pipelined algorithms.
const segment = 3

// Every row has the number of messages, words and steps that the book gives, and uses the links that it gives. With
// another root, other nodes do the same work.
func TestPattern(t *testing.T) {
	patterns := allPatterns()
	for _, row := range catalog.Rows[uint64]() {
		want, found := patterns[row.ID]
		delete(patterns, row.ID)
		t.Run(row.ID, func(t *testing.T) {
			require.True(t, found, "no line for %s, want one in internal/conform/pattern_%s_test.go", row.ID, row.Topology())
			for _, k := range want.cases(row.Op) {
				want.check(t, row, k)
			}
		})
	}
	assert.Empty(t, patterns, "patterns without a row")
}

func (want pattern) cases(kind catalog.Collective) []Case {
	var list []Case
	for _, p := range want.p {
		for _, m := range want.m(p) {
			for _, root := range roots(kind, p) {
				for _, q := range shifts(kind, p) {
					list = append(list, Case{P: p, Root: root, M: m, Shift: q, Segment: segment, Commuting: true})
				}
			}
		}
	}
	return list
}

func (want pattern) check(t *testing.T, row catalog.Row[uint64], k Case) {
	trace := trace(t, row, k)
	var got, expected []counts
	for v := range k.P {
		got = append(got, trace.Counts(v))
		expected = append(expected, want.node(v, k))
	}
	if k.Root != 0 {
		slices.SortFunc(got, busier)
		slices.SortFunc(expected, busier)
	}
	require.Equal(t, expected, got, "%+v", k)
	if want.steps != nil {
		require.Equal(t, want.steps(k), trace.Steps(), "steps, %+v", k)
	}
	for _, msg := range trace.Messages() {
		require.True(t, want.links(msg.From, msg.To, k.P), "%+v of %+v", msg, k)
	}
}

func busier(a, b counts) int {
	return cmp.Or(cmp.Compare(a.Rounds, b.Rounds), cmp.Compare(a.Sent, b.Sent), cmp.Compare(a.Recv, b.Recv),
		cmp.Compare(a.Out, b.Out), cmp.Compare(a.In, b.In))
}

// trace records row on the local machine.
func trace(t *testing.T, row catalog.Row[uint64], k Case) *record.Trace {
	t.Helper()
	trace, exam := record.New(k.P), Set(row.Op, Numbers(), k)
	require.NoError(t, local.Run(k.P, func(port comm.AsyncPort[uint64]) error {
		return Check(row, comm.New(record.Port(trace, port)), exam)
	}))
	return trace
}

// A single node sends nothing.
func TestPatternOfOne(t *testing.T) {
	for _, row := range catalog.Rows[uint64]() {
		if row.Takes(1) {
			trace := trace(t, row, Case{P: 1, M: 3, Shift: 1, Commuting: true})
			assert.Equal(t, counts{}, trace.Counts(0), row.ID)
		}
	}
}
