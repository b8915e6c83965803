//go:build cgo

package mpi

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/comm"
)

// collected returns the operands of all ranks, one after the other.
func collected[T comm.Number](p, n int) []T {
	all := []T{}
	for rank := range p {
		all = append(all, operands[T](uint64(rank), n)...)
	}
	return all
}

// combined returns the combination, with op and in rank order, of the operands of ranks `first` to `last`-1.
func combined[T comm.Number](op comm.Op[T], first, last, n int) []T {
	result := operands[T](uint64(first), n)
	for rank := first + 1; rank < last; rank++ {
		op.Apply(result, result, operands[T](uint64(rank), n))
	}
	return result
}

// each runs body for several lengths n. `mine` holds the operand of this rank, which has n words.
func each[T comm.Number](t *testing.T, body func(t require.TestingT, p *Port[T], n int, mine []T)) {
	for _, n := range []int{0, 1, 5, 3000} {
		t.Run(fmt.Sprintf("%T %d", *new(T), n), func(t *testing.T) {
			on(t, func(t require.TestingT) {
				p := NewPort[T](world)
				body(t, p, n, operands[T](uint64(p.Rank()), n))
			})
		})
	}
}

func TestNativeMoves(t *testing.T) {
	moves[uint8](t)
	moves[int32](t)
	moves[float64](t)
	moves[complex128](t)
	moves[metres](t)
}

func moves[T comm.Number](t *testing.T) {
	each(t, func(t require.TestingT, p *Port[T], n int, mine []T) {
		size, me := p.Size(), p.Rank()
		all := collected[T](size, n)
		require.NoError(t, Barrier(p))
		for root := range size {
			x := make([]T, n)
			if me == root {
				copy(x, operands[T](uint64(root), n))
			}
			require.NoError(t, Bcast(p, root, x))
			assert.Equal(t, operands[T](uint64(root), n), x)

			var atRoot []T
			if me == root {
				atRoot = make([]T, size*n)
			}
			require.NoError(t, Gather(p, root, mine, atRoot))
			if me == root {
				assert.Equal(t, all, atRoot, "gather")
			}
			clear(x)
			require.NoError(t, Scatter(p, root, atRoot, x))
			assert.Equal(t, mine, x, "scatter")
		}
		result := make([]T, size*n)
		require.NoError(t, Allgather(p, mine, result))
		assert.Equal(t, all, result)

		for _, q := range []int{0, 1, -1, 2, 3 * size, -size - 1} {
			x := make([]T, n)
			require.NoError(t, Shift(p, q, mine, x))
			sender := ((me-q)%size + size) % size
			assert.Equal(t, operands[T](uint64(sender), n), x, "shift by %d", q)
		}
	})
}

// The native all-to-all puts every block in its position. Block i of rank r is r·100 + i.
func TestNativeAlltoall(t *testing.T) {
	on(t, func(t require.TestingT) {
		p := NewPort[int64](world)
		for _, m := range []int{0, 1, 700} {
			x, want := []int64{}, []int64{}
			for i := range p.Size() {
				for range m {
					x, want = append(x, int64(100*p.Rank()+i)), append(want, int64(100*i+p.Rank()))
				}
			}
			result := make([]int64, len(x))
			require.NoError(t, Alltoall(p, x, result))
			assert.Equal(t, want, result)
		}
	})
}

func TestNativeReductions(t *testing.T) {
	reductions(t, Sum[float64])
	reductions(t, Prod[int32])
	reductions(t, Max[uint8])
	reductions(t, Min[metres])
	reductions(t, Sum[complex128])
	reductions(t, Bxor[uint32])
	reductions(t, Affine)
}

func reductions[T comm.Number](t *testing.T, operator func() comm.Op[T]) {
	op := operator()
	t.Run(op.Name, func(t *testing.T) {
		each(t, func(t require.TestingT, p *Port[T], n int, mine []T) {
			size, me := p.Size(), p.Rank()
			all := combined(op, 0, size, n)
			for root := range size {
				result := make([]T, n)
				require.NoError(t, Reduce(p, root, op, mine, result))
				if me == root {
					assert.Equal(t, all, result)
				}
			}
			result := make([]T, n)
			require.NoError(t, Allreduce(p, op, mine, result))
			assert.Equal(t, all, result)

			require.NoError(t, Scan(p, op, mine, result))
			assert.Equal(t, combined(op, 0, me+1, n), result)

			require.NoError(t, Exscan(p, op, mine, result))
			if me > 0 {
				assert.Equal(t, combined(op, 0, me, n), result)
			}
		})
	})
}

func TestNativeReduceScatter(t *testing.T) {
	for _, m := range []int{0, 1, 700} {
		t.Run(fmt.Sprint(m), func(t *testing.T) {
			on(t, func(t require.TestingT) {
				p, op := NewPort[uint64](world), Affine()
				size, me := p.Size(), p.Rank()
				result := make([]uint64, m)
				require.NoError(t, ReduceScatterBlock(p, op, operands[uint64](uint64(me), m*size), result))
				assert.Equal(t, combined(op, 0, size, m*size)[m*me:m*me+m], result)
			})
		})
	}
}
