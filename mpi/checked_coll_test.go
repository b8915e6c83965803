//go:build cgo

package mpi_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/coll"
	"topocoll/comm"
	"topocoll/mpi"
)

// The calls of package coll are also compared, even if coll has not yet selected the algorithm.
func TestCheckedColl(t *testing.T) {
	mpi.OnCheckedWorld(t, func(t require.TestingT, world *mpi.World) {
		size, last := world.Size, world.Rank == world.Size-1
		w, err := coll.New(mpi.NewPort[float64](world))
		require.NoError(t, err)
		own := make([]int, size)
		either := func(others, ofLast int) int {
			if last {
				return ofLast
			}
			return others
		}
		for i := range own {
			own[i] = i + either(1, 2)
		}
		counts := catalog.CountsOf(comm.CountBlocks(own))
		x, result := make([]float64, 4*size), make([]float64, 4*size)
		for i, call := range []struct {
			call func() error
			want string // text about the last rank, and about the other ranks
		}{
			{func() error { return coll.Bcast(w, either(0, 1), x) },
				"coll: Bcast: root differs: 0 on %s; 1 on rank %d"},
			{func() error {
				return coll.Allreduce(w, mpi.Sum[float64](), x[:either(3, 2)], result[:either(3,
					2)])
			},
				"coll: Allreduce: length differs: 3 on %s; 2 on rank %d"},
			{func() error {
				return w.Run(map[bool]catalog.Collective{false: catalog.Allgather,
					true: catalog.Barrier}[last], catalog.Args[float64]{In: x[:2], Out: result[:2*size]})
			}, "mpi: operation differs: coll: Allgather on %s; coll: Barrier on rank %d"},
			{func() error {
				_, err := w.Start(catalog.Bcast, catalog.Args[float64]{Root: either(0, 1), Out: x})
				return err
			}, "coll: Start of Bcast: root differs: 0 on %s; 1 on rank %d"},
			{func() error { return coll.Scan(w, mpi.Sum[float64](), x, result[:either(4*size, 1)]) },
				fmt.Sprintf("coll: Scan: result has 1 words, want %d,%%.0s on rank %%d", 4*size)},
		} {
			if size > 1 {
				assert.EqualError(t, call.call(), fmt.Sprintf(call.want, mpi.MostRanks(), size-1), "call %d",
					i)
			}
			require.NoError(t, coll.Allreduce(w, mpi.Sum[float64](), x, result), "calls that agree")
		}
		err = coll.Allgatherv(w, counts, x[:world.Rank+either(1, 2)], make([]float64,
			size*(size+1)/2+either(0, size)))
		if size > 1 {
			assert.ErrorContains(t, err, "coll: Allgatherv: ")
			assert.ErrorContains(t, err, "counts differs: ")
		}
	})
}

// Only the ranks of a sub-communicator compare the calls on it. The error names these ranks by their numbers
// in the world.
func TestCheckedSubs(t *testing.T) {
	mpi.OnCheckedWorld(t, func(t require.TestingT, world *mpi.World) {
		w, err := coll.New(mpi.NewPort[float64](world))
		require.NoError(t, err)
		sub, err := w.Split(world.Rank%2, -world.Rank)
		require.NoError(t, err)
		x, result := make([]float64, 3), make([]float64, 3)
		if world.Rank%2 == 0 { // the other ranks make no call
			require.NoError(t, coll.Allreduce(sub, mpi.Sum[float64](), x, result), "calls that agree")
			root := 0
			if sub.Label() == 0 {
				root = sub.Size() - 1
			}
			if err := coll.Bcast(sub, root, x); sub.Size() > 1 {
				last, others := 2*(sub.Size()-1), "rank 0" // in the world, not in sub
				if sub.Size() > 2 {
					others = "ranks 0"
				}
				for rank := 2; rank < last; rank += 2 {
					others += fmt.Sprintf(",%d", rank)
				}
				assert.ErrorIs(t, err, comm.ErrArgument)
				assert.EqualError(t, err, fmt.Sprintf("coll: Bcast: root differs: %d on rank %d; 0 on %s",
					sub.Size()-1, last, others))
			}
			require.NoError(t, coll.Barrier(sub), "the next call works")
		}
		if world.Rank == 0 {
			err = coll.Barrier(w)
		} else {
			_, err = w.Split(0, 0)
		}
		if world.Size > 1 {
			assert.ErrorContains(t, err, "mpi: operation differs: coll: Barrier on rank 0; coll: Split on ")
		}
		require.NoError(t, coll.Barrier(w))
	})
}

// coll.Checked compares the calls on a world on which mpi.Checked is not in effect.
func TestCollCheckedOnMPI(t *testing.T) {
	mpi.OnUncheckedWorld(t, func(t require.TestingT, world *mpi.World) {
		w, err := coll.New(mpi.NewPort[uint8](world), coll.Checked())
		require.NoError(t, err)
		root := 0
		if world.Rank == world.Size-1 {
			root = world.Size - 1
		}
		if err = coll.Bcast(w, root, make([]uint8, 3)); world.Size > 1 {
			assert.EqualError(t, err, fmt.Sprintf("coll: Bcast: root differs: 0 on %s; %d on rank %[2]d",
				mpi.MostRanks(), world.Size-1))
		}
		require.NoError(t, coll.Barrier(w))
	})
}
