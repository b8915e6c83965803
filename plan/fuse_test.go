package plan_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	. "topocoll/plan"
)

func move(from, into Range) Step { return Step{Kind: Copy, From: from, Into: into} }

func combine(from, with, into Range) Step {
	return Step{Kind: Combine, From: from, With: with, Into: into}
}

// stepTexts returns the text of each step, for comparison.
func stepTexts(steps []Step) []string {
	all := []string{}
	for _, s := range steps {
		all = append(all, s.String())
	}
	return all
}

// fusions lists the steps of a node and the result of Fuse; nil means that Fuse changes nothing.
var fusions = []struct {
	name  string
	steps []Step
	want  []string
}{
	{"send the original, the output keeps its copy",
		[]Step{move(in(0, 4), out(0, 4)), send(1, 1, 0, out(1, 2))},
		[]string{"copy in[0:4] to out[0:4]", "send in[1:3] to 1"}},
	{"a copy in Scratch goes", []Step{move(in(0, 4), scratch(0, 4)), send(1, 1, 0, scratch(1, 2))},
		[]string{"send in[1:3] to 1"}},
	{"a copy of a copy",
		[]Step{move(in(0, 4), scratch(0, 4)), move(scratch(0, 4), scratch(4, 4)),
			send(1, 1, 0, scratch(4, 4))},
		[]string{"send in[0:4] to 1"}},
	{"combine the original",
		[]Step{move(in(0, 4), out(0, 4)), recv(1, 1, 0, scratch(0, 4)),
			combine(out(0, 4), scratch(0, 4), out(0, 4))},
		[]string{"recv scratch[0:4] from 1", "combine in[0:4] with scratch[0:4] into out[0:4]"}},
	{"copied back",
		[]Step{move(out(0, 4), scratch(0, 4)), send(1, 1, 0, scratch(0, 4)), move(scratch(0, 4), out(0, 4))},
		[]string{"send out[0:4] to 1"}},
	{"the original is overwritten afterwards",
		[]Step{move(out(0, 4), scratch(0, 4)), send(1, 1, 0, scratch(0, 4)), recv(2, 1, 0, out(0, 4))},
		[]string{"send out[0:4] to 1", "recv out[0:4] from 1"}},
	{"the original is overwritten before",
		[]Step{move(out(0, 4), scratch(0, 4)), recv(1, 1, 0, out(3, 2)), send(2, 1, 0, scratch(0, 4))}, nil},
	{"the original is overwritten in the same round",
		[]Step{move(out(0, 4), scratch(0, 4)), send(1, 1, 0, scratch(0, 4)), recv(1, 1, 0, out(3, 2))}, nil},
	{"the copy is overwritten before",
		[]Step{move(in(0, 4), out(0, 4)), recv(1, 1, 0, out(2, 2)), send(2, 1, 0, out(0, 4))}, nil},
	{"more than the copy is read",
		[]Step{move(in(0, 4), scratch(0, 4)), recv(1, 1, 0, scratch(4, 1)), send(2, 1, 0, scratch(0, 5))},
		nil},
	{"the copy would stay, and the next write of the original wait", []Step{
		move(out(0, 4), out(4, 4)), send(1, 1, 0, out(4, 4)), recv(2, 1, 0, out(0, 4))}, nil},
	{"the result would overlap an operand in part", []Step{
		move(out(0, 4), scratch(0, 4)), recv(1, 1, 0, scratch(4, 4)),
		combine(scratch(0, 4), scratch(4, 4), out(2, 4))}, nil},
	{"a move over itself", []Step{move(out(0, 4), out(2, 4)), send(1, 1, 0, out(2, 2))}, nil},

	{"receive in place",
		[]Step{recv(1, 1, 0, scratch(0, 4)), send(2, 1, 0, scratch(1, 2)), move(scratch(0, 4), out(2, 4)),
			send(3, 1, 1, scratch(0, 2))},
		[]string{"recv out[2:6] from 1", "send out[3:5] to 1", "send out[2:4] to 1"}},
	{"combine in place", []Step{combine(in(0, 4), in(4, 4), scratch(0, 4)), move(scratch(0, 4), out(0, 4))},
		[]string{"combine in[0:4] with in[4:8] into out[0:4]"}},
	{"combine into an operand",
		[]Step{combine(out(0, 4), in(4, 4), scratch(0, 4)), move(scratch(0, 4), out(0, 4))},
		[]string{"combine out[0:4] with in[4:8] into out[0:4]"}},
	{"combine into half an operand",
		[]Step{combine(out(0, 4), in(4, 4), scratch(0, 4)), move(scratch(0, 4), out(2, 4))}, nil},
	{"the place is read in the same round",
		[]Step{send(1, 1, 0, out(3, 1)), recv(1, 1, 0, scratch(0, 4)), move(scratch(0, 4), out(0, 4))}, nil},
	{"the place is written in the same round",
		[]Step{recv(1, 1, 0, scratch(0, 4)), recv(1, 2, 0, out(3, 5)), move(scratch(0, 4), out(0, 4))}, nil},
	{"the place is read in between",
		[]Step{recv(1, 1, 0, scratch(0, 4)), send(2, 1, 0, out(3, 1)), move(scratch(0, 4), out(0, 4))}, nil},
	{"the place is written in between",
		[]Step{recv(1, 1, 0, scratch(0, 4)), recv(2, 1, 1, out(3, 5)), move(scratch(0, 4), out(0, 4))}, nil},
	{"it is sent after the place has changed", []Step{
		recv(1, 1, 0, scratch(0, 4)), move(scratch(0, 4), out(0, 4)), recv(2, 1, 1, out(0, 1)),
		send(3, 1, 0, scratch(0, 4))}, nil},
	{"part of it stays in the output", []Step{recv(1, 1, 0, out(0, 4)), move(out(0, 4), out(4, 4))}, nil},
	{"all of it is written again",
		[]Step{recv(1, 1, 0, out(0, 4)), move(out(0, 4), out(4, 4)), recv(2, 1, 1, out(0, 2)),
			recv(2, 1, 2, out(2, 2))},
		[]string{"recv out[4:8] from 1", "recv out[0:2] from 1", "recv out[2:4] from 1"}},
	{"half of what was received", []Step{recv(1, 1, 0, scratch(0, 4)), move(scratch(0, 2), out(0, 2))}, nil},
	{"moved over itself",
		[]Step{recv(1, 1, 0, scratch(0, 4)), move(scratch(0, 4), scratch(2, 4)),
			send(2, 1, 0, scratch(2, 2))}, nil},

	{"nobody needs it",
		[]Step{combine(in(0, 4), in(4, 4), scratch(0, 4)), move(scratch(0, 4), scratch(4, 4))}, []string{}},
	{"what nobody needs is not in the way",
		[]Step{recv(1, 1, 0, scratch(0, 4)), move(out(0, 4), scratch(4, 4)), move(scratch(0, 4), out(0, 4))},
		[]string{"recv out[0:4] from 1"}},
	{"half of it is needed", []Step{move(in(0, 4), out(0, 4)), recv(1, 1, 0, out(1, 2))}, nil},
}

func TestFuse(t *testing.T) {
	for _, test := range fusions {
		p := Plan{In: 8, Out: 8, Scratch: 8, Steps: test.steps}
		before := stepTexts(test.steps)
		want := before
		if test.want != nil {
			want = test.want
		}
		assert.Equal(t, want, stepTexts(p.Fuse().Steps), test.name)
		assert.Equal(t, before, stepTexts(p.Steps), "%s: the plan itself", test.name)
	}
}

// Two rounds stay separate when the local step between them is removed.
func TestFuseKeepsRounds(t *testing.T) {
	p := Plan{Out: 8, Scratch: 8,
		Steps: []Step{send(1, 0, 0, out(0, 2)), move(out(0, 2), scratch(0, 2)), recv(1, 0, 0, out(0, 2))}}
	assert.Equal(t, []Step{send(1, 0, 0, out(0, 2)), recv(2, 0, 0, out(0, 2))}, p.Fuse().Steps)
}

// After Fuse, the used words of Scratch are contiguous.
func TestFuseShrinksScratch(t *testing.T) {
	p := Plan{Out: 8, Scratch: 20,
		Steps: []Step{recv(1, 1, 0, scratch(12, 4)), send(2, 1, 0, scratch(13, 3)),
			recv(3, 1, 1, scratch(3, 2)), send(4, 1, 1, scratch(3, 2))}}
	fused := p.Fuse()
	assert.Equal(t, 6, fused.Scratch)
	assert.Equal(t,
		[]string{"recv scratch[2:6] from 1", "send scratch[3:6] to 1", "recv scratch[0:2] from 1",
			"send scratch[0:2] to 1"}, stepTexts(fused.Steps))
}
