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

// The calls of package coll are compared too, also if coll still has to select the algorithm.
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
			want string // of the last rank, and of the other ranks
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
