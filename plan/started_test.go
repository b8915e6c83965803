package plan_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/comm"
	"topocoll/local"
	. "topocoll/plan"
	"topocoll/ring"
)

// joined compiles an allreduce on a ring.
func joined() *Compiled[string, int] {
	return Compile[string](func(_ int, c *comm.Comm[byte], op comm.Op[byte], in, out []byte) error {
		return ring.Allreduce(c, op, in, out)
	})
}

// join concatenates, and says that it commutes, which the ring wants.
func join() comm.Op[string] {
	op := comm.Concat()
	op.Commutative = true
	return op
}

// Two calls of a compiled procedure go on while a node computes, and end in another order on each.
func ExampleCompiled_Start() {
	err := local.Run(3, func(port comm.AsyncPort[string]) error {
		c, allreduce := comm.New(port), joined()
		first, second := make([]string, 1), make([]string, 1)
		a, err := allreduce.Start(c, 0, join(), []string{fmt.Sprint(port.Rank())}, first)
		if err != nil {
			return err
		}
		b, err := allreduce.Start(c, 0, join(), []string{"x"}, second)
		if err != nil {
			return err
		}
		for over := false; !over; { // the node computes, and lets both go on from time to time
			if over, err = b.Test(); err != nil {
				return err
			}
		}
		err = a.Wait()
		if port.Rank() == 0 {
			fmt.Println(len(first[0]), second[0])
		}
		return err
	})
	fmt.Println(err)
	// Output:
	// 3 xxx
	// <nil>
}

// A node that returns without having waited is named by those that wait for it.
func TestAWaitThatNeverComes(t *testing.T) {
	err := local.Run(3, func(port comm.AsyncPort[string]) error {
		r, err := joined().Start(comm.New(port), 0, join(), []string{"a", "b", "c"}, make([]string, 3))
		if err != nil || port.Rank() == 1 {
			return err
		}
		return r.Wait()
	})
	assert.ErrorContains(t, err, "local: deadlock: ")
	assert.ErrorContains(t, err, "1 has returned and not waited for 1 started calls")
}

// Whoever asks wrongly is told, and nothing is sent.
func TestStartRefuses(t *testing.T) {
	assert.NoError(t, local.Run(2, func(port comm.AsyncPort[string]) error {
		c, allreduce := comm.New(port), joined()
		_, err := allreduce.Start(c, 0, comm.Op[string]{Name: "none", Commutative: true}, []string{"a", "b"}, make([]string, 2))
		assert.ErrorIs(t, err, comm.ErrArgument)
		r, err := allreduce.Init(c, 0, join(), []string{"a"}, make([]string, 1))
		over, testErr := r.Test()
		assert.True(t, over, "it is not under way")
		return errors.Join(err, testErr, r.Wait(), r.Start(), r.Wait(), r.Free())
	}))
	c := comm.New[string](&quiet{})
	_, err := joined().Start(c, 0, join(), nil, nil)
	assert.ErrorIs(t, err, comm.ErrArgument)
	assert.False(t, joined().Starts(c))
}

// quiet is a port of one process that is no Async.
type quiet struct{ comm.Port[string] }

func (*quiet) Rank() int { return 0 }
func (*quiet) Size() int { return 1 }

// An error of a message ends all calls of its node.
func TestErrorOfStarted(t *testing.T) {
	err := local.Run(2, func(port comm.AsyncPort[string]) error {
		words := slices.Repeat([]string{"a"}, 2+2*port.Rank()) // of other lengths
		r, err := joined().Start(comm.New(port), 0, join(), words, make([]string, len(words)))
		if err != nil {
			return err
		}
		return r.Wait()
	})
	assert.ErrorContains(t, err, "local: 0 sends ")
}
