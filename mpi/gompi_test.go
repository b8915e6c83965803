//go:build cgo && !mpich

package mpi

import (
	"slices"
	"testing"

	gompi "github.com/sbromberger/gompi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/comm"
)

// A broadcast gives the same result as gompi, an independent binding of MPI.

func TestBcastAgreesWithGompi(t *testing.T) {
	on(t, func(t require.TestingT) {
		oracle := gompi.NewCommunicator(nil)
		for root := range world.Size {
			theirs := operands[float64](uint64(world.Rank), 1000)
			ours := slices.Clone(theirs)
			oracle.BcastFloat64s(theirs, root)
			require.NoError(t, Bcast(NewPort[float64](world), root, ours))
			assert.Equal(t, theirs, ours)
		}
	})
}

func TestReductionsAgreeWithGompi(t *testing.T) {
	for _, c := range []struct {
		ours   comm.Op[int64]
		theirs gompi.Op
		floats comm.Op[float64]
	}{
		{Sum[int64](), gompi.OpSum, Sum[float64]()},
		{Prod[int64](), gompi.OpProd, Prod[float64]()},
		{Max[int64](), gompi.OpMax, Max[float64]()},
		{Min[int64](), gompi.OpMin, Min[float64]()},
	} {
		t.Run(c.ours.Name, func(t *testing.T) {
			on(t, func(t require.TestingT) {
				oracle := gompi.NewCommunicator(nil)
				for _, n := range []int{1, 17, 3000} { // gompi panics on empty slices
					agree(t, c.ours, n, func(dest, orig []int64) error {
						return oracle.AllreduceInt64s(dest,
							orig, c.theirs, 0)
					},
						func(dest, orig []int64, root int) error {
							return oracle.ReduceInt64s(dest, orig,
								c.theirs, root)
						})
					agree(t, c.floats, n, func(dest,
						orig []float64) error {
						return oracle.AllreduceFloat64s(dest, orig, c.theirs, 0)
					},
						func(dest, orig []float64, root int) error {
							return oracle.ReduceFloat64s(dest, orig,
								c.theirs, root)
						})
				}
			})
		})
	}
}

func agree[T comm.Number](t require.TestingT, op comm.Op[T], n int, allreduce func(dest, orig []T) error,
	reduce func(dest, orig []T, root int) error) {
	p := NewPort[T](world)
	x, theirs, ours := operands[T](uint64(p.Rank()), n), make([]T, n), make([]T, n)
	require.NoError(t, allreduce(theirs, x))
	require.NoError(t, Allreduce(p, op, x, ours))
	assert.Equal(t, theirs, ours)
	for root := range p.Size() {
		clear(theirs)
		clear(ours)
		require.NoError(t, reduce(theirs, x, root))
		require.NoError(t, Reduce(p, root, op, x, ours))
		if p.Rank() == root {
			assert.Equal(t, theirs, ours)
		}
	}
}
