//go:build cgo

package verify

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/coll"
	"topocoll/comm"
	"topocoll/internal/conform"
	"topocoll/mpi"
	"topocoll/mpi/mpitest"
)

// What package coll chooses gives the same over MPI, where it is compiled. A call that has been made before allocates nothing.
func TestCollConformsOnMPI(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, world *mpi.World) {
		port := mpi.NewPort[uint64](world)
		c := comm.New(port)
		for _, with := range [][]coll.Option{nil, {coll.Deterministic()}} {
			w, err := coll.New(port, with...)
			require.NoError(t, err)
			for _, op := range catalog.Collectives() {
				info := catalog.Info{ID: "auto", Op: op, Commutative: op == catalog.ReduceScatter}
				row := catalog.Row[uint64]{Info: info, Run: func(_ *comm.Comm[uint64], a catalog.Args[uint64]) error { return w.Run(op, a) }}
				for i, k := range conform.Cases(info, world.Size) {
					if i%stride(world.Size) != 0 {
						continue
					}
					require.NoError(t, conform.Check(row, c, conform.Set(op, conform.Numbers(), k)))
				}
			}
			x, result, sum := make([]uint64, 100), make([]uint64, 100), mpi.Sum[uint64]()
			require.NoError(t, w.Load(catalog.Allreduce, catalog.Args[uint64]{Op: sum, In: x, Out: result}))
			require.NoError(t, coll.Allreduce(w, sum, x, result))
			allocs := testing.AllocsPerRun(50, func() {
				coll.Allreduce(w, sum, x, result)
				coll.Barrier(w)
			})
			assert.Zero(t, allocs)
		}
	})
}
