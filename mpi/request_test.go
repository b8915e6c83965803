//go:build cgo

package mpi

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/comm"
	"topocoll/plan"
	"topocoll/ring"
)

// After its first start, a persistent request does not allocate, for messages of any length.
func TestNoAllocationPerStart(t *testing.T) {
	on(t, func(t require.TestingT) {
		for _, words := range []int{10, 5000} {
			port := NewPort[float64](world)
			c, allreduce := comm.New(port), sum(0)
			in, out := from[float64](world.Rank, words), make([]float64, words)
			r, err := allreduce.Init(c, 0, Sum[float64](), in, out)
			require.NoError(t, err)
			allocs := testing.AllocsPerRun(50, func() {
				err = errors.Join(err, r.Start())
				_, testErr := r.Test()
				err = errors.Join(err, testErr, r.Wait())
			})
			require.NoError(t, err)
			assert.Zero(t, allocs)
			require.NoError(t, r.Free())
			assert.EqualError(t, r.Start(),
				"mpi: Start: the request has ended or was freed; create a new request with Init")
			port.Free()
		}
	})
}

// Calls stay correct when far more messages than tags pass between two processes and several operations are
// always active.
func TestNumbersOfMessagesWrap(t *testing.T) {
	on(t, func(t require.TestingT) {
		w, err := world.Dup()
		require.NoError(t, err)
		numbers, err := w.tagSequence("")
		require.NoError(t, err)
		numbers.mask = 31 // 32 tags; one operation on p processes sends up to 2(p-1) messages to one process
		port := NewPort[float64](w)
		c, allreduce := comm.New(port), sum(0)
		in, want := from[float64](w.Rank, 3), make([]float64, 3)
		require.NoError(t, allreduce.Call(c, 0, Sum[float64](), in, want))
		var under []plan.Request
		var outs [][]float64
		wait := func() {
			require.NoError(t, under[0].Wait())
			require.Equal(t, want, outs[0])
			under, outs = under[1:], outs[1:]
		}
		refused := 0
		for range 200 {
			out := make([]float64, 3)
			r, err := allreduce.Start(c, 0, Sum[float64](), in, out)
			for err != nil && len(under) > 0 { // no tag is free, because two active operations never share one
				require.ErrorContains(t, err, "mpi: Start: more than 32 messages to or from process ")
				refused++
				wait()
				r, err = allreduce.Start(c, 0, Sum[float64](), in, out)
			}
			require.NoError(t, err)
			under, outs = append(under, r), append(outs, out)
		}
		for len(under) > 0 {
			wait()
		}
		assert.Equal(t, w.Size > 1, refused > 0)
		require.NoError(t, w.Free())
	})
}

// Operations on several ports of a world, with different types, do not interfere. Each rank waits for them in
// a different order.
func TestStartedOnSeveralPorts(t *testing.T) {
	on(t, func(t require.TestingT) {
		a, b := NewPort[float64](world), NewPort[int32](world)
		sums := plan.Compile[int32](func(_ int, c *comm.Comm[byte], op comm.Op[byte], in, out []byte) error {
			return ring.Allreduce(c, op, in, out)
		})
		x, xs := from[float64](1, 2000), make([]float64, 2000)
		y, ys := []int32{int32(world.Rank)}, make([]int32, 1)
		r, err := sum(0).Start(comm.New(a), 0, Sum[float64](), x, xs)
		require.NoError(t, err)
		s, err := sums.Start(comm.New(b), 0, Sum[int32](), y, ys)
		require.NoError(t, err)
		order := []plan.Request{r, s}
		if world.Rank%2 == 1 {
			order = []plan.Request{s, r}
		}
		for _, r := range order {
			require.NoError(t, r.Wait())
		}
		assert.Equal(t, int32(world.Size*(world.Size-1)/2), ys[0])
		assert.InDelta(t, x[1]*float64(world.Size), xs[1], 1e-9)
		a.Free()
		b.Free()
	})
}

// A non-blocking call returns the same error as a blocking call. Other active operations are not affected.
func TestErrorOfAStartedCall(t *testing.T) {
	on(t, func(t require.TestingT) {
		pairs(t, func(p *Port[float64], partner int) {
			require.NoError(t, started(t, p, &plan.Plan{Out: 3, Steps: []plan.Step{sends(0, partner, 0, out(0,
				3))}}, from[float64](1, 3)).Wait())
			require.NoError(t, started(t, p, &plan.Plan{Out: 5, Steps: []plan.Step{sends(0, partner, 0, out(0,
				5))}}, from[float64](7, 5)).Wait())
		}, func(p *Port[float64], partner int) {
			bad := started(t, p, &plan.Plan{Out: 5, Steps: []plan.Step{receives(0, partner, 0, out(0, 5))}},
				make([]float64, 5))
			got := make([]float64, 5)
			good := started(t, p, &plan.Plan{Out: 5, Steps: []plan.Step{receives(0, partner, 0, out(0, 5))}},
				got)
			require.NoError(t, good.Wait())
			assert.Equal(t, from[float64](7, 5), got)
			assert.ErrorContains(t, bad.Wait(), "mpi: Wait: got 3 words from rank ")
			over, err := bad.Test()
			assert.True(t, over)
			assert.NoError(t, err)
		})
	})
}

func started(t require.TestingT, p *Port[float64], node *plan.Plan, words []float64) plan.Request {
	program, err := p.Load(node)
	require.NoError(t, err)
	r, err := program.Start(comm.Op[float64]{}, nil, words)
	require.NoError(t, err)
	program.Free() // the request still uses it
	return r
}

// Finalize counts the operations for which no rank waits. Such an operation ends when its port is freed.
func TestUnawaited(t *testing.T) {
	on(t, func(t require.TestingT) {
		w, err := world.Dup()
		require.NoError(t, err)
		p := NewPort[float64](w)
		// the plan receives a message from this rank itself, which never sends it
		node := &plan.Plan{Out: 1, Steps: []plan.Step{receives(0, w.Rank, 0, out(0, 1))}}
		r := started(t, p, node, make([]float64, 1))
		over, err := r.Test()
		require.NoError(t, err)
		assert.False(t, over)
		assert.EqualError(t, r.Start(), "mpi: Start: the request is still active; call Wait first")
		assert.EqualError(t, r.Free(), "mpi: Free: the request is still active; call Wait first")
		assert.EqualError(t, world.Finalize(), fmt.Sprintf("mpi: Finalize: 1 non-blocking call of rank %d is "+
			"active; call Wait first", world.Rank))
		require.NoError(t, w.Free())
		assert.EqualError(t, r.Wait(), "mpi: Wait: this world has been freed")
	})
}

// The plan can be rebuilt from its program in C. Non-blocking operations rely on this.
func TestStepsOfAProgram(t *testing.T) {
	on(t, func(t require.TestingT) {
		port := NewPort[float64](world)
		defer port.Free()
		port.OverlapFrom(math.MaxInt)
		right, left := neighbours()
		node := &plan.Plan{In: 4, Out: 4, Scratch: 2, Steps: []plan.Step{
			{Kind: plan.Copy, From: plan.Range{Buffer: plan.In, Len: 4}, Into: out(0, 4)},
			receives(1, left, 0, plan.Range{Buffer: plan.Scratch, Len: 2}), sends(1, right, 0, out(0, 2)),
			{Kind: plan.Combine, From: out(0, 2), With: plan.Range{Buffer: plan.Scratch, Len: 2}, Into: out(2,
				2)},
			sends(2, right, 1, plan.Range{}), receives(2, left, 1, plan.Range{}),
		}}
		program, err := port.Load(node)
		require.NoError(t, err)
		assert.Equal(t, node.InOrder().Plan, program.(interface{ rebuildPlan() *plan.Plan }).rebuildPlan())
		program.Free()
	})
}
