package plan_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	. "topocoll/plan"
)

// Segment divides steps into segments of at most n words.
func TestSegment(t *testing.T) {
	overlapping := func(from, into int) []Step { return []Step{move(out(from, 5), out(into, 5))} }
	for _, test := range []struct {
		name  string
		n     int
		steps []Step
		want  []string
	}{
		{"nearly equal", 4, []Step{send(1, 1, 0, out(0, 10))},
			[]string{"send out[0:4] to 1", "send out[4:7] to 1", "send out[7:10] to 1"}},
		{"as long as a piece", 4, []Step{send(1, 1, 0, out(0, 4))}, []string{"send out[0:4] to 1"}},
		{"no words", 4, []Step{send(1, 1, 0, Range{})}, []string{"send in[0:0] to 1"}},
		{"a copy like the message that follows", 2,
			[]Step{move(in(0, 5), out(3, 5)), send(1, 1, 0, out(3, 5))},
			[]string{"copy in[0:2] to out[3:5]", "copy in[2:4] to out[5:7]", "copy in[4:5] to out[7:8]",
				"send out[3:5] to 1", "send out[5:7] to 1", "send out[7:8] to 1"}},
		{"a combination between two messages", 3,
			[]Step{recv(1, 1, 0, scratch(0, 6)), combine(in(0, 4), scratch(1, 4), out(0, 4)),
				send(2, 1, 0, out(0, 2))},
			[]string{"recv scratch[0:3] from 1", "recv scratch[3:6] from 1",
				"combine in[0:2] with scratch[1:3] into out[0:2]",
				"combine in[2:4] with scratch[3:5] into out[2:4]", "send out[0:2] to 1"}},
		{"a copy of no more than a piece", 4, []Step{move(in(0, 4), out(0, 4)), send(1, 1, 0, out(0, 6))},
			[]string{"copy in[0:4] to out[0:4]", "send out[0:3] to 1", "send out[3:6] to 1"}},
		{"a copy that no message touches", 2, []Step{move(in(0, 3), out(3, 3)), send(1, 1, 0, out(0, 3))},
			[]string{"copy in[0:2] to out[3:5]", "copy in[2:3] to out[5:6]", "send out[0:2] to 1",
				"send out[2:3] to 1"}},
		{"a copy that a message touches at one end", 2,
			[]Step{move(in(0, 6), out(3, 6)), send(1, 1, 0, out(0, 4))},
			[]string{"copy in[0:1] to out[3:4]", "copy in[1:3] to out[4:6]", "copy in[3:5] to out[6:8]",
				"copy in[5:6] to out[8:9]", "send out[0:2] to 1", "send out[2:4] to 1"}},
		{"a copy to the right over itself", 3, overlapping(0, 1),
			[]string{"copy out[3:5] to out[4:6]", "copy out[0:3] to out[1:4]"}},
		{"a copy to the left over itself", 3, overlapping(1, 0),
			[]string{"copy out[1:4] to out[0:3]", "copy out[4:6] to out[3:5]"}},
	} {
		p := Plan{In: 10, Out: 10, Scratch: 10, Steps: test.steps}
		assert.Equal(t, test.want, stepTexts(p.Segment(test.n).Steps), test.name)
	}
}

// The segments of a message belong to the message's round. Their numbers continue from one message to the
// next, separately for each direction and peer.
func TestSegmentNumbers(t *testing.T) {
	p := &Plan{In: 10, Out: 10, Steps: []Step{
		send(1, 1, 0, in(0, 4)), send(1, 2, 0, in(0, 1)), recv(1, 1, 0, out(0, 3)), send(2, 1, 1, in(4, 2)),
		recv(3, 1, 1, out(3, 1))}}
	assert.Equal(t, &Plan{In: 10, Out: 10, Steps: []Step{
		send(1, 1, 0, in(0, 2)), send(1, 1, 1, in(2, 2)), send(1, 2, 0, in(0, 1)), recv(1, 1, 0, out(0, 2)),
		recv(1, 1, 1, out(2, 1)),
		send(2, 1, 2, in(4, 2)), recv(3, 1, 2, out(3, 1))}}, p.Segment(2))
	for _, n := range []int{0, -1} {
		assert.Same(t, p, p.Segment(n))
	}
	assert.Equal(t, p, p.Segment(4))
}

// A segment waits only for the segments that share words with it.
func TestSegmentWaits(t *testing.T) {
	p := Plan{In: 8, Out: 8, Scratch: 8, Steps: []Step{
		recv(1, 1, 0, scratch(0, 4)), combine(in(0, 4), scratch(0, 4), out(0, 4)), send(2, 1, 0, out(0, 4))}}
	assert.Equal(t, [][]int{nil, nil, {0}, {1}, {2}, {3}}, p.Segment(2).Waits())
}

// Improve applies Fuse before Segment. Both are off by default.
func TestImprove(t *testing.T) {
	j := Job{{In: 8, Out: 8, Scratch: 8,
		Steps: []Step{move(in(0, 8), scratch(0, 8)), send(1, 0, 0, scratch(0, 8)), recv(1, 0, 0, out(0, 8))}}}
	assert.Equal(t, j, j.Improve(Passes{}))
	assert.Equal(t, Job{{In: 8, Out: 8, Steps: []Step{
		send(1, 0, 0, in(0, 4)), send(1, 0, 1, in(4, 4)), recv(1, 0, 0, out(0, 4)),
		recv(1, 0, 1, out(4, 4))}}},
		j.Improve(Passes{Fuse: true, Segment: 4}))
	assert.Len(t, j[0].Steps, 3)
}
