//go:build cgo

package mpi

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/comm"
)

// MostRanks returns the text that names all ranks except the last.
func MostRanks() string {
	switch world.Size {
	case 2:
		return "rank 0"
	case 3:
		return "ranks 0,1"
	}
	return fmt.Sprintf("ranks 0-%d", world.Size-2)
}

// OnCheckedWorld calls body with a world on which Checked is in effect.
func OnCheckedWorld(t *testing.T, body func(t require.TestingT, w *World)) {
	t.Helper()
	on(t, func(t require.TestingT) {
		w, err := world.Dup()
		require.NoError(t, err)
		if !w.checked {
			require.NoError(t, w.enableChecks())
		}
		body(t, w)
	})
}

// OnUncheckedWorld calls body with the world of TestMain, on which Checked is not in effect.
func OnUncheckedWorld(t *testing.T, body func(t require.TestingT, w *World)) {
	t.Helper()
	on(t, func(t require.TestingT) {
		if !world.checked {
			body(t, world)
		}
	})
}

// If the last rank makes a different call, all ranks return the same error, and the next call works.
func TestCheckedCallsThatDiffer(t *testing.T) {
	OnCheckedWorld(t, func(t require.TestingT, w *World) {
		if w.Size < 2 {
			return
		}
		p, whole := NewPort[float64](w), NewPort[int32](w)
		size, last := w.Size, w.Rank == w.Size-1
		either := func(others, ofLast int) int {
			if last {
				return ofLast
			}
			return others
		}
		sum, largest := Sum[float64](), Max[float64]()
		x, result, n := make([]float64, 4*size), make([]float64, 4*size), []int32{0}
		equal := func(m int) Layout { return LayoutOf(comm.EqualBlocks(size, m)) }
		counts := make([]int, size) // 2 words from each rank, more from the last
		for i := range counts {
			counts[i] = 2
		}
		counts[size-1] = 3
		longer := LayoutOf(comm.CountBlocks(counts))
		operation := func(others, ofLast func() error) func() error {
			if last {
				return ofLast
			}
			return others
		}
		for _, c := range []struct {
			call func() error
			want string // %[1]s: all ranks except the last; %[2]d: the last rank
		}{
			{func() error { return Bcast(p, either(0, 1), x) },
				"mpi: Bcast: root differs: 0 on %[1]s; 1 on rank %[2]d"},
			{func() error { return Bcast(p, size-1, x[:either(3, 2)]) },
				"mpi: Bcast: length differs: 3 on %[1]s; 2 on rank %[2]d"},
			{func() error { return Bcast(p, either(1, 0), x[:either(0, 1)]) },
				"mpi: Bcast: root differs: 1 on %[1]s; 0 on rank %[2]d, and length differs: 0 on %[1]s; " +
					"1 on rank %[2]d"},
			{func() error { return Gather(p, either(1, 0), x[:2], result[:2*size]) },
				"mpi: Gather: root differs: 1 on %[1]s; 0 on rank %[2]d"},
			{func() error { return Shift(p, either(1, size), x, result) },
				"mpi: Shift: distance differs: 1 on %[1]s; 0 on rank %[2]d"},
			{operation(func() error { return Allreduce(p, sum, x, result) },
				func() error { return Allreduce(p, largest, x, result) }),
				"mpi: Allreduce: operator differs: sum on %[1]s; max on rank %[2]d"},
			{operation(func() error { return Bcast(p, 0, x[:1]) }, func() error {
				return Bcast(whole, 0,
					n)
			}),
				"mpi: Bcast: element type differs: float64 on %[1]s; int32 on rank %[2]d"},
			{operation(func() error { return Bcast(p, 0, x) }, func() error { return Barrier(p) }),
				"mpi: operation differs: Bcast on %[1]s; Barrier on rank %[2]d"},
			{operation(func() error { return Alltoallv(p, equal(1), equal(1), x[:size], result[:size]) },
				func() error { return w.Free() }),
				"mpi: operation differs: Alltoallv on %[1]s; Free on rank %[2]d"},
			{operation(func() error { return Barrier(p) }, func() error { return w.Finalize() }),
				"mpi: operation differs: Barrier on %[1]s; Finalize on rank %[2]d"},
			{func() error { _, err := w.Sub([]int{0, 1}[:either(1, 2)]); return err },
				"mpi: Sub: list of ranks differs: 0 on %[1]s; 0 1 on rank %[2]d"},
			{func() error { _, err := w.Sub([]int{either(0, 1), either(1, 0)}); return err },
				"mpi: Sub: list of ranks differs: 0 1 on %[1]s; 1 0 on rank %[2]d"},
			{func() error { return Allreduce(p, sum, x, result[:either(4*size, 1)]) },
				fmt.Sprintf("mpi: Allreduce: result has 1 words, want %d, on rank %d", 4*size, size-1)},
			{func() error {
				if last {
					return Allgatherv(p, longer, x[:3], result[:2*size+1])
				}
				return Allgatherv(p, equal(2), x[:2], result[:2*size])
			}, "mpi: Allgatherv: 3 words from rank %[2]d, want 2, on %[1]s"},
			{func() error {
				return Scatterv(p, 0, equal(either(3, 2)), x[:either(3, 2)*size],
					result[:either(3, 2)])
			},
				"mpi: Scatterv: 3 words from rank 0, want 2, on rank %[2]d"},
			{func() error {
				if last {
					return ReduceScatter(p, sum, longer, x[:2*size+1], result[:3])
				}
				return ReduceScatter(p, sum, equal(2), x[:2*size], result[:2])
			}, "mpi: ReduceScatter: 2 words from rank 0, want 3, on rank %[2]d"},
			{func() error {
				op := sum
				if last {
					op = largest
				}
				_, err := LibraryInit(p, LibraryAllreduce, Operands[float64]{Op: op, X: x, Result: result})
				return err
			}, "mpi: Allreduce: operator differs: sum on %[1]s; max on rank %[2]d"},
		} {
			err := c.call()
			if c.want = withRanks(c.want); !Persistent() && strings.Contains(fmt.Sprint(err), "LibraryInit") {
				continue
			}
			assert.ErrorIs(t, err, comm.ErrArgument, c.want)
			assert.EqualError(t, err, c.want)
			total := make([]int32, 1)
			require.NoError(t, Allreduce(whole, Sum[int32](), []int32{1}, total))
			assert.EqualValues(t, size, total[0])
		}
		require.NoError(t, w.Free())
	})
}

// Checked is in effect if at least one rank requests it, whichever rank that is.
func TestOnAnyRank(t *testing.T) {
	on(t, func(t require.TestingT) {
		yes, err := world.exchangeGreetings(false)
		require.NoError(t, err)
		assert.False(t, yes)
		for rank := range world.Size {
			yes, err := world.exchangeGreetings(rank == world.Rank)
			require.NoError(t, err)
			assert.True(t, yes, "rank %d", rank)
		}
	})
}

// withRanks returns the text with the names of the ranks inserted.
func withRanks(text string) string {
	return strings.NewReplacer("%[1]s", MostRanks(), "%[2]d", fmt.Sprint(world.Size-1)).Replace(text)
}

// Calls that MPI allows are not refused, even if they differ between the ranks.
func TestCheckedCallsThatAgree(t *testing.T) {
	OnCheckedWorld(t, func(t require.TestingT, w *World) {
		p, size, me := NewPort[int64](w), w.Size, w.Rank
		x, result := make([]int64, 2*size*size), make([]int64, 2*size*size)
		require.NoError(t, Shift(p, me*size+1, x, result), "the same distance modulo the ranks")
		if me == 0 {
			require.NoError(t, Gather(p, 0, x[:2], result[:2*size]))
		} else {
			require.NoError(t, Gather(p, 0, x[:2], nil))
		}
		own := make([]int, size) // block i has i words; a rank other than the root knows only its own block
		sent, received := make([]int, size), make([]int, size)
		for i := range own {
			if i == me || me == 0 {
				own[i] = i
			}
			sent[i], received[i] = me, i // words to rank i and from rank i
		}
		require.NoError(t, Gatherv(p, 0, LayoutOf(comm.CountBlocks(own)), x[:me], result[:size*(size-1)/2]))
		require.NoError(t, Scatterv(p, 0, LayoutOf(comm.CountBlocks(own)), x[:size*(size-1)/2], result[:me]))
		require.NoError(t, Alltoallv(p, LayoutOf(comm.CountBlocks(sent)),
			LayoutOf(comm.CountBlocks(received)), x[:size*me], result[:size*(size-1)/2]))
		sub, err := w.Sub([]int{0})
		require.NoError(t, err)
		if me == 0 {
			assert.True(t, sub.Checked())
			require.NoError(t, Barrier(NewPort[int64](sub)))
			require.NoError(t, sub.Free())
		}
		// If all ranks return an error, each rank keeps its own error.
		assert.EqualError(t, Scan(p, Sum[int64](), x[:2], x[:me%2]),
			fmt.Sprintf("mpi: Scan: result has %d words, want 2", me%2))
		require.NoError(t, w.Free())
		assert.EqualError(t, Barrier(p), "mpi: Barrier: this world has been freed")
	})
}

// A non-blocking call does not wait for the other ranks. Wait and Test return an error that describes how the
// calls differ.
func TestCheckedStartedCalls(t *testing.T) {
	OnCheckedWorld(t, func(t require.TestingT, w *World) {
		if w.Size < 2 {
			return
		}
		p, last := NewPort[float64](w), world.Size-1
		start := func(op comm.Op[float64]) interface {
			Wait() error
			Test() (bool, error)
		} {
			r, err := LibraryStart(p, LibraryAllreduce, Operands[float64]{Op: op, X: []float64{1},
				Result: make([]float64, 1)})
			require.NoError(t, err)
			return r
		}
		// This order is legal: the last rank starts its call after a message that rank 0 sends after its own
		// start.
		word := []float64{0}
		if w.Rank == last {
			require.NoError(t, p.Recv(0, word))
		}
		r := start(Sum[float64]())
		if w.Rank == 0 {
			require.NoError(t, p.Send(last, word))
		}
		require.NoError(t, r.Wait())

		op := Sum[float64]()
		if w.Rank == last {
			op = Min[float64]()
		}
		want := withRanks("mpi: Allreduce: operator differs: sum on %[1]s; min on rank %[2]d")
		r, tested := start(op), start(op)
		over, err := false, error(nil)
		for !over {
			over, err = tested.Test()
		}
		assert.EqualError(t, err, want)
		err = r.Wait()
		assert.EqualError(t, err, want)
		assert.False(t, errors.Is(err, comm.ErrArgument), "the call has begun")
	})
}
