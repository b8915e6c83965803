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

// compiledAllreduce returns a compiled allreduce on a ring.
func compiledAllreduce() *Compiled[string, int] {
	return Compile[string](func(_ int, c *comm.Comm[byte], op comm.Op[byte], in, out []byte) error {
		return ring.Allreduce(c, op, in, out)
	})
}

// join returns an operator that concatenates words. The operator is marked as commutative, because the ring
// requires a commutative operator.
func join() comm.Op[string] {
	op := comm.Concat()
	op.Commutative = true
	return op
}

// Two calls of a compiled procedure make progress while a node computes. They may complete in a different
// order on each node.
func ExampleCompiled_Start() {
	err := local.Run(3, func(port comm.AsyncPort[string]) error {
		c, allreduce := comm.New(port), compiledAllreduce()
		first, second := make([]string, 1), make([]string, 1)
		a, err := allreduce.Start(c, 0, join(), []string{fmt.Sprint(port.Rank())}, first)
		if err != nil {
			return err
		}
		b, err := allreduce.Start(c, 0, join(), []string{"x"}, second)
		if err != nil {
			return err
		}
		for over := false; !over; { // the node computes and lets both calls progress now and then
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

// If a node returns without Wait, the other nodes wait, and their error names that node.
func TestAWaitThatNeverComes(t *testing.T) {
	err := local.Run(3, func(port comm.AsyncPort[string]) error {
		r, err := compiledAllreduce().Start(comm.New(port), 0, join(), []string{"a", "b", "c"},
			make([]string, 3))
		if err != nil || port.Rank() == 1 {
			return err
		}
		return r.Wait()
	})
	assert.ErrorContains(t, err, "local: deadlock: ")
	assert.ErrorContains(t, err, "rank 1 has returned without calling Wait for 1 non-blocking call")
}

// Calls with wrong arguments are refused and send nothing.
func TestStartRefuses(t *testing.T) {
	assert.NoError(t, local.Run(2, func(port comm.AsyncPort[string]) error {
		c, allreduce := comm.New(port), compiledAllreduce()
		_, err := allreduce.Start(c, 0, comm.Op[string]{Name: "none", Commutative: true}, []string{"a", "b"},
			make([]string, 2))
		assert.ErrorIs(t, err, comm.ErrArgument)
		r, err := allreduce.Init(c, 0, join(), []string{"a"}, make([]string, 1))
		over, testErr := r.Test()
		assert.True(t, over, "it is not under way")
		return errors.Join(err, testErr, r.Wait(), r.Start(), r.Wait(), r.Free())
	}))
	c := comm.New[string](&quiet{})
	_, err := compiledAllreduce().Start(c, 0, join(), nil, nil)
	assert.ErrorIs(t, err, comm.ErrArgument)
}

// quiet is a port of one process that does not implement Async.
type quiet struct{ comm.Port[string] }

func (*quiet) Rank() int { return 0 }
func (*quiet) Size() int { return 1 }

// A message error ends all calls of its node.
func TestErrorOfNonBlockingCall(t *testing.T) {
	err := local.Run(2, func(port comm.AsyncPort[string]) error {
		words := slices.Repeat([]string{"a"}, 2+2*port.Rank()) // of different lengths
		r, err := compiledAllreduce().Start(comm.New(port), 0, join(), words, make([]string, len(words)))
		if err != nil {
			return err
		}
		return r.Wait()
	})
	assert.ErrorContains(t, err, "local: rank 0 sends ")
}

// The number of plans that are kept for calls of different lengths is limited.
func TestAsyncPlansAreLimited(t *testing.T) {
	assert.NoError(t, local.Run(1, func(port comm.AsyncPort[string]) error {
		c, allreduce := comm.New(port), compiledAllreduce()
		for n := range MaxAsyncPlans + 10 {
			if _, err := allreduce.Init(c, 0, join(), make([]string, n), make([]string, n)); err != nil {
				return err
			}
		}
		assert.LessOrEqual(t, allreduce.AsyncPlans(), MaxAsyncPlans)
		return nil
	}))
}
