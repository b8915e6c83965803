package plan_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	. "topocoll/plan"
)

// receivesFirst moves the receives of a round before its sends. The order among the sends and among the
// receives does not change. The order of rounds and local steps does not change either.
func TestReceivesFirst(t *testing.T) {
	p := &Plan{In: 9, Out: 10, Steps: []Step{
		send(1, 1, 0, in(0, 1)), recv(1, 1, 0, out(0, 1)), send(1, 2, 0, in(1, 1)), recv(1, 2, 0, out(1, 1)),
		move(in(0, 1), out(5, 1)),
		send(2, 1, 1, in(2, 1)), recv(3, 1, 1, out(2, 1)), send(3, 1, 2, in(3, 1))}}
	before := stepTexts(p.Steps)
	assert.Equal(t, []string{
		"recv out[0:1] from 1", "recv out[1:2] from 2", "send in[0:1] to 1", "send in[1:2] to 2",
		"copy in[0:1] to out[5:6]",
		"send in[2:3] to 1", "recv out[2:3] from 1", "send in[3:4] to 1"}, stepTexts(p.ReceivesFirst().Steps))
	assert.Equal(t, before, stepTexts(p.Steps), "the plan itself does not change")
	assert.Equal(t, 9, p.ReceivesFirst().In)
}

// messagesFirst moves a round before the local steps that directly precede it. The round does not move if it
// shares a word with these steps and one of them writes this word.
func TestMessagesFirst(t *testing.T) {
	p := &Plan{In: 9, Out: 10, Scratch: 9, Steps: []Step{
		move(in(0, 2), out(0, 2)),
		move(in(2, 2), out(2, 2)),
		recv(1, 1, 0, scratch(0, 2)), send(1, 1, 0, out(0, 2)), // waits for the first copy
		combine(scratch(0, 2), in(0, 2), out(4, 2)),
		recv(2, 1, 1, scratch(2, 2)), // waits for nothing
		send(3, 2, 0, out(4, 2)),     // waits for the combination
		move(out(4, 2), out(6, 2)),
		send(4, 2, 1, in(0, 1))}}
	before := stepTexts(p.Steps)
	assert.Equal(t, []string{
		"copy in[0:2] to out[0:2]",
		"recv scratch[0:2] from 1", "send out[0:2] to 1",
		"recv scratch[2:4] from 1",
		"copy in[2:4] to out[2:4]",
		"combine scratch[0:2] with in[0:2] into out[4:6]",
		"send out[4:6] to 2",
		"send in[0:1] to 2",
		"copy out[4:6] to out[6:8]"}, stepTexts(p.MessagesFirst().Steps))
	assert.Equal(t, before, stepTexts(p.Steps), "the plan itself does not change")
}

// Two rounds with the same number stay two rounds when the local step between them moves.
func TestRoundsWithTheSameNumber(t *testing.T) {
	p := &Plan{Out: 1, Scratch: 2, Steps: []Step{recv(1, 0, 0, out(0, 1)), move(scratch(0, 1), scratch(1, 1)),
		send(1, 2, 0, out(0, 1))}}
	code := p.InOrder()
	assert.Equal(t, []string{"recv out[0:1] from 0", "send out[0:1] to 2", "copy scratch[0:1] to scratch[1:2]"},
		stepTexts(code.Steps))
	assert.Equal(t, []int32{1, 1, 0}, code.Messages)
	assert.Equal(t, 1, p.Steps[2].Round, "the plan itself does not change")
}

func TestIndependent(t *testing.T) {
	for _, test := range []struct {
		name     string
		local    Step
		messages []Step
		want     bool
	}{
		{"other words", move(in(0, 2), out(0, 2)), []Step{send(1, 1, 0, in(2, 2)), recv(1, 1, 0, out(2, 2))},
			true},
		{"both read", move(in(0, 2), out(0, 2)), []Step{send(1, 1, 0, in(0, 2))}, true},
		{"a message without words", move(in(0, 2), out(0, 2)), []Step{recv(1, 1, 0, Range{})}, true},
		{"it writes what is sent", move(in(0, 2), out(0, 2)), []Step{send(1, 1, 0, out(1, 2))}, false},
		{"it writes what is received", move(in(0, 2), out(0, 2)), []Step{recv(1, 1, 0, out(1, 2))}, false},
		{"it reads what is received", move(out(0, 2), out(4, 2)), []Step{recv(1, 1, 0, out(1, 2))}, false},
		{"its higher operand is received", combine(in(0, 2), scratch(0, 2), out(0, 2)),
			[]Step{recv(1, 1, 0, scratch(1, 1))}, false},
		{"the second message", move(in(0, 2), out(0, 2)),
			[]Step{send(1, 1, 0, in(2, 2)), recv(1, 1, 0, out(1, 1))}, false},
		{"a message", send(1, 1, 0, in(0, 1)), []Step{recv(2, 1, 0, out(0, 1))}, false},
	} {
		assert.Equal(t, test.want, Independent(test.local, test.messages), test.name)
	}
}
