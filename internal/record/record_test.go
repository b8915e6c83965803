package record_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/comm"
	"topocoll/internal/record"
	"topocoll/local"
)

// A chain of three nodes: 0 -> 1 -> 2, with two words and with one.
func TestChain(t *testing.T) {
	trace := record.New(3)
	assert.NoError(t, local.Run(3, func(port comm.AsyncPort[int]) error {
		c := comm.New(record.Port(trace, port))
		next := []int{1, 2, comm.None}[c.Label()]
		for _, n := range []int{2, 1} {
			c.SendRecv(next, make([]int, n), c.Label()-1, make([]int, n))
		}
		return c.Err()
	}))
	assert.Equal(t, []record.Message{{1, 0, 1, 2}, {1, 1, 2, 2}, {2, 0, 1, 1}, {2, 1, 2, 1}}, trace.Messages())
	assert.Equal(t, record.Counts{Rounds: 2, Sent: 2, Recv: 2, Out: 3, In: 3}, trace.Counts(1))
	assert.Equal(t, record.Counts{Rounds: 2, Recv: 2, In: 3}, trace.Counts(2))
}

// What has to be received before it can be sent on is in a later step; several messages of a Round are in one.
func TestSteps(t *testing.T) {
	trace := record.New(4)
	assert.NoError(t, local.Run(4, func(port comm.AsyncPort[int]) error {
		c := comm.New(record.Port(trace, port))
		x := make([]int, 1)
		switch c.Label() {
		case 0:
			c.PostSend(1, x)
			c.PostSend(3, x)
			c.Exchange()
		case 1:
			c.Recv(0, x)
			c.Send(2, x)
		case 2:
			c.Recv(1, x)
		case 3:
			c.Recv(0, x)
		}
		return c.Err()
	}))
	assert.Equal(t, []record.Message{{1, 0, 1, 1}, {1, 0, 3, 1}, {2, 1, 2, 1}}, trace.Messages())
	assert.Equal(t, 2, trace.Steps())
}
