//go:build cgo

package coll_test

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

// Under mpirun the tests of this file have as many ranks as it starts; without it, one:
//
//	go test -c -o /tmp/coll.test ./coll && mpirun --oversubscribe -n 4 /tmp/coll.test -test.run MPI
func TestMain(m *testing.M) { mpitest.Main(m) }

// The same operations over MPI, where what is chosen is compiled. A call that has been made before allocates nothing.
func TestOverMPI(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, world *mpi.World) {
		port := mpi.NewPort[uint64](world)
		c := comm.New[uint64](port)
		for _, with := range [][]coll.Option{nil, {coll.Deterministic()}} {
			w, err := coll.New(port, with...)
			require.NoError(t, err)
			for _, op := range catalog.Collectives() {
				info := catalog.Info{ID: "auto", Op: op, Commutative: op == catalog.ReduceScatter}
				row := catalog.Row[uint64]{Info: info, Run: func(_ *comm.Comm[uint64], a catalog.Args[uint64]) error { return called(w, op, a) }}
				for _, k := range conform.Cases(info, world.Size) {
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
