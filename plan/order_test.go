package plan_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	. "topocoll/plan"
)

var ten = Machine{Ts: 10, Tw: 1}

// Order finds the faster order of two messages. Node 0 first sends a message that ends at node 1, and then a
// message that node 1 forwards. The opposite order is faster.
func TestOrder(t *testing.T) {
	given := job(
		[]Step{send(1, 1, 0, out(0, 1)), send(2, 1, 1, out(1, 1)), send(3, 3, 0, out(2, 1))},
		[]Step{recv(1, 0, 0, out(0, 1)), recv(2, 0, 1, out(1, 1)),
			{Kind: Copy, From: out(1, 1), Into: out(2, 1)}, send(3, 2, 0, out(2, 1))},
		[]Step{recv(1, 1, 0, out(0, 1))},
		[]Step{recv(1, 0, 0, out(0, 1))})
	assert.NoError(t, given.Check())
	assert.Equal(t, 33.0, finish(t, given, ten))
	ordered, err := given.Order(ten)
	assert.NoError(t, err)
	assert.NoError(t, ordered.Check())
	assert.Equal(t, 33.0, finish(t, ordered, ten), "node 0 has three messages to send")

	given[0].Steps, given[3].Steps = given[0].Steps[:2], []Step{} // without the message to node 3
	assert.Equal(t, 33.0, finish(t, given, ten))
	ordered, err = given.Order(ten)
	assert.NoError(t, err)
	assert.Equal(t, job(
		[]Step{send(1, 1, 0, out(1, 1)), send(2, 1, 1, out(0, 1))},
		[]Step{recv(1, 0, 0, out(1, 1)), {Kind: Copy, From: out(1, 1), Into: out(2, 1)},
			send(2, 2, 0, out(2, 1)), recv(2, 0, 1, out(0, 1))},
		[]Step{recv(1, 1, 0, out(0, 1))},
		[]Step{}), ordered)
	assert.NoError(t, ordered.Check())
	assert.Equal(t, 22.0, finish(t, ordered, ten))

	again, err := ordered.Order(ten)
	assert.NoError(t, err)
	assert.Equal(t, ordered, again)
}

// Order joins messages that begin together into one round. With all ports, this applies to the two messages
// of node 0.
func TestOrderJoinsRounds(t *testing.T) {
	given := job(
		[]Step{send(1, 1, 0, out(0, 1)), send(2, 1, 1, out(1, 1)), send(3, 2, 0, out(2, 1))},
		[]Step{recv(1, 0, 0, out(0, 1)), recv(2, 0, 1, out(1, 1)), send(3, 2, 0, out(1, 1))},
		[]Step{recv(1, 0, 0, out(0, 1)), recv(2, 1, 0, out(1, 1))})
	assert.NoError(t, given.Check())
	assert.Equal(t, 33.0, finish(t, given, Machine{Ts: 10, Tw: 1, AllPort: true}))
	ordered, err := given.Order(Machine{Ts: 10, Tw: 1, AllPort: true})
	assert.NoError(t, err)
	assert.Equal(t, []Step{send(1, 1, 0, out(1, 1)), send(1, 2, 0, out(2, 1)), send(2, 1, 1, out(0, 1))},
		ordered[0].Steps)
	assert.NoError(t, ordered.Check())
}
