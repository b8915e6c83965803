package plan_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/comm"
	. "topocoll/plan"
)

func in(at, n int) Range      { return Range{Buffer: In, At: at, Len: n} }
func scratch(at, n int) Range { return Range{Buffer: Scratch, At: at, Len: n} }

// Record converts the actions of a node to steps on ranges of the three buffers. The messages of one call
// form one round.
func TestRecord(t *testing.T) {
	p, err := Record(Call{Rank: 1, P: 3, In: 4, Out: 6},
		func(c *comm.Comm[byte], op comm.Op[byte], x, result []byte) error {
			first := c.Scratch(2)
			second := c.Scratch(5) // in another arena
			c.Copy(first, x)
			c.SendRecv(2, first, 0, second[1:3])
			op.Apply(result[4:], first, second[1:3])
			c.Copy(result[4:], result[4:]) // copies nothing
			line := c.Line(2, -1, 3)       // label 0 is rank 2
			line.PostSend(0, x[:1])
			line.PostSend(2, x[1:])
			line.PostRecv(2, nil)
			line.Exchange()
			return c.Err()
		})
	assert.NoError(t, err)
	assert.Equal(t, &Plan{In: 4, Out: 6, Scratch: 5, Steps: []Step{
		{Kind: Copy, From: in(0, 2), Into: scratch(0, 2)},
		send(1, 2, 0, scratch(0, 2)), recv(1, 0, 0, scratch(3, 2)),
		{Kind: Combine, From: scratch(0, 2), With: scratch(3, 2), Into: out(4, 2)},
		send(2, 2, 1, in(0, 1)), send(2, 0, 0, in(1, 3)), recv(2, 0, 1, Range{}),
	}}, p)
	assert.Equal(t, [][]int{nil, {0}, nil, {0, 2}, nil, nil, {1, 2}}, p.Waits())
}

// A call in place has no separate input.
func TestRecordInPlace(t *testing.T) {
	p, err := Record(Call{P: 1, In: 4, Out: 4, InPlace: true},
		func(c *comm.Comm[byte], op comm.Op[byte], x, result []byte) error {
			assert.True(t, comm.Same(x, result))
			op.Apply(result[:2], x[2:], x[:2])
			return nil
		})
	assert.NoError(t, err)
	assert.Equal(t,
		&Plan{Out: 4, Steps: []Step{{Kind: Combine, From: out(2, 2), With: out(0, 2), Into: out(0, 2)}}}, p)
}

// Record returns an error for a slice outside the buffers, because a plan cannot refer to its words.
func TestRecordRefuses(t *testing.T) {
	_, err := Record(Call{Rank: 1, P: 2, Out: 4},
		func(c *comm.Comm[byte], _ comm.Op[byte], _, x []byte) error {
			c.Recv(0, x)
			c.Send(0, make([]byte, 3))
			return c.Err()
		})
	assert.EqualError(t, err,
		"plan: Record: node 1, step 1 uses 3 words that are not in the input, the output or Scratch")
	_, err = Record(Call{P: 2}, func(c *comm.Comm[byte], _ comm.Op[byte], _, x []byte) error {
		c.Send(2, x)
		return c.Err()
	})
	assert.EqualError(t, err, "comm: Send: no process 2, want 0..1")
}

// Each case checks one rule of Waits. It has the steps of a node and the dependencies of the last step.
func TestWaits(t *testing.T) {
	local := func(from, into Range) Step { return Step{Kind: Copy, From: from, Into: into} }
	for _, test := range []struct {
		name  string
		steps []Step
		waits []int
	}{
		{"read after write",
			[]Step{local(in(0, 1), out(0, 1)), local(in(1, 1), out(1, 1)), send(1, 1, 0, out(0, 3))},
			[]int{0, 1}},
		{"write after read",
			[]Step{send(1, 1, 0, out(0, 2)), send(2, 1, 1, out(1, 2)), recv(3, 1, 0, out(1, 1))},
			[]int{0, 1}},
		{"write after write", []Step{recv(1, 1, 0, out(0, 2)), recv(2, 1, 1, out(1, 1))}, []int{0}},
		{"the last write only",
			[]Step{recv(1, 1, 0, out(0, 2)), recv(2, 1, 1, out(0, 2)), send(3, 1, 0, out(0, 2))}, []int{1}},
		{"read after read", []Step{send(1, 1, 0, out(0, 2)), send(2, 1, 1, out(0, 2))}, nil},
		{"another buffer", []Step{recv(1, 1, 0, out(0, 2)), send(2, 1, 0, scratch(0, 2))}, nil},
		{"next to each other", []Step{recv(1, 1, 0, out(0, 2)), send(2, 1, 0, out(2, 2))}, nil},
		{"a signal after messages",
			[]Step{recv(1, 1, 0, out(0, 2)), send(2, 1, 0, out(2, 2)), send(3, 1, 1, Range{})}, []int{0, 1}},
		{"a message after a signal",
			[]Step{recv(1, 1, 0, out(0, 2)), send(2, 1, 0, Range{}), recv(3, 1, 1, out(4, 2))}, []int{1}},
		{"signals of one round", []Step{send(1, 1, 0, Range{}), recv(1, 1, 0, Range{})}, nil},
		{"a signal after signals",
			[]Step{send(1, 1, 0, Range{}), recv(1, 1, 0, Range{}), send(2, 1, 1, Range{})}, []int{0, 1}},
		{"a move after a signal", []Step{recv(1, 1, 0, Range{}), local(in(0, 1), out(0, 1))}, nil},
	} {
		waits := (&Plan{In: 9, Out: 9, Scratch: 9, Steps: test.steps}).Waits()
		assert.Equal(t, test.waits, waits[len(waits)-1], test.name)
	}
}
