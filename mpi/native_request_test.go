//go:build cgo

package mpi

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/comm"
	"topocoll/plan"
)

// The library's non-blocking and persistent calls give the same results as its blocking calls.
func TestLibraryRequests(t *testing.T) {
	on(t, func(t require.TestingT) {
		p, size := NewPort[float64](world), world.Size
		op, shift := Sum[float64](), func(_ *Port[float64], a Operands[float64]) error {
			return Shift(p,
				a.Distance, a.X, a.Result)
		}
		for _, c := range []struct {
			f        Collective
			in, out  int // blocks
			blocking func(p *Port[float64], a Operands[float64]) error
		}{
			{LibraryBarrier, 0, 0, func(p *Port[float64], a Operands[float64]) error { return Barrier(p) }},
			{LibraryBcast, 1, 0, func(p *Port[float64], a Operands[float64]) error {
				return Bcast(p, a.Root,
					a.X)
			}},
			{LibraryGather, 1, size, func(p *Port[float64], a Operands[float64]) error {
				return Gather(p,
					a.Root, a.X, a.Result)
			}},
			{LibraryScatter, size, 1, func(p *Port[float64], a Operands[float64]) error {
				return Scatter(p,
					a.Root, a.X, a.Result)
			}},
			{LibraryAllgather, 1, size, func(p *Port[float64],
				a Operands[float64]) error {
				return Allgather(p, a.X, a.Result)
			}},
			{LibraryAlltoall, size, size, func(p *Port[float64],
				a Operands[float64]) error {
				return Alltoall(p, a.X, a.Result)
			}},
			{LibraryReduce, 1, 1, func(p *Port[float64], a Operands[float64]) error {
				return Reduce(p, a.Root,
					a.Op, a.X, a.Result)
			}},
			{LibraryAllreduce, 1, 1, func(p *Port[float64], a Operands[float64]) error {
				return Allreduce(p,
					a.Op, a.X, a.Result)
			}},
			{LibraryReduceScatterBlock, size, 1, func(p *Port[float64],
				a Operands[float64]) error {
				return ReduceScatterBlock(p, a.Op, a.X, a.Result)
			}},
			{LibraryScan, 1, 1, func(p *Port[float64], a Operands[float64]) error {
				return Scan(p, a.Op, a.X,
					a.Result)
			}},
			{LibraryExscan, 1, 1, func(p *Port[float64], a Operands[float64]) error {
				return Exscan(p, a.Op,
					a.X, a.Result)
			}},
			{LibraryShift, 1, 1, shift},
		} {
			const n = 700
			at := func() Operands[float64] {
				return Operands[float64]{Root: size - 1, Distance: 1, Op: op, X: from[float64](world.Rank,
					c.in*n), Result: make([]float64, c.out*n)}
			}
			want := at()
			require.NoError(t, c.blocking(p, want))
			begun := at()
			r, err := LibraryStart(p, c.f, begun)
			require.NoError(t, err)
			ends(t, r, world.Rank%2 == 0)
			assert.Equal(t, [][]float64{want.X, want.Result}, [][]float64{begun.X, begun.Result}, "%d", c.f)
			if !Persistent() {
				_, err := LibraryInit(p, c.f, begun)
				require.ErrorContains(t, err, "has no persistent collectives")
				continue
			}
			again := at()
			r, err = LibraryInit(p, c.f, again)
			require.NoError(t, err)
			for range 3 {
				fresh := at()
				copy(again.X, fresh.X)
				copy(again.Result, fresh.Result)
				require.NoError(t, r.Start())
				assert.Error(t, r.Start())
				ends(t, r, world.Rank%2 == 1)
				assert.Equal(t, [][]float64{want.X, want.Result}, [][]float64{again.X, again.Result},
					"%d again", c.f)
			}
			require.NoError(t, r.Free())
		}
		_, err := LibraryStart(p, LibraryAllreduce, Operands[float64]{Op: op, X: make([]float64, 1)})
		assert.ErrorIs(t, err, comm.ErrArgument)
		p.Free()
	})
}

// The operands of a request that the program has dropped stay pinned. Finalize counts the request if it is
// active.
func TestDroppedLibraryRequests(t *testing.T) {
	on(t, func(t require.TestingT) {
		p := NewPort[float64](world)
		defer p.Free()
		before := activeLibraryRequests
		operands := Operands[float64]{Op: Sum[float64](), X: make([]float64, 1), Result: make([]float64, 1)}
		if Persistent() {
			_, err := LibraryInit(p, LibraryAllreduce, operands)
			require.NoError(t, err)
		}
		r, err := LibraryStart(p, LibraryAllreduce, operands)
		require.NoError(t, err)
		assert.EqualError(t, world.Finalize(), fmt.Sprintf("mpi: Finalize: 1 non-blocking call of rank %d is "+
			"active; call Wait first", world.Rank))
		for range 3 {
			runtime.GC()
		}
		require.NoError(t, r.Wait())
		_, err = LibraryStart(p, LibraryBarrier, Operands[float64]{})
		require.NoError(t, err)
		assert.Equal(t, 1, activeLibraryRequests-before)
		for range 3 {
			runtime.GC() // ends the program if it frees a request with pins
		}
		require.NoError(t, pinnedRequests.Wait())
		assert.Equal(t, before, activeLibraryRequests)
	})
}

// ends completes a request. Unless `wait` is true, it calls Test until the request is complete, and then
// Wait.
func ends(t require.TestingT, r plan.Request, wait bool) {
	for over := wait; !over; {
		var err error
		over, err = r.Test()
		require.NoError(t, err)
	}
	require.NoError(t, r.Wait())
}
