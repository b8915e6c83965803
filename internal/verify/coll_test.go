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

// The algorithms that package coll selects give the same results over MPI, where they are compiled. A
// repeated call allocates nothing.
func TestCollConformsOnMPI(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, world *mpi.World) {
		port := mpi.NewPort[uint64](world)
		c := comm.New(port)
		for _, with := range [][]coll.Option{nil, {coll.Deterministic()}} {
			w, err := coll.New(port, with...)
			require.NoError(t, err)
			for _, op := range catalog.Collectives() {
				info := catalog.Info{ID: "auto", Op: op, Commutative: op == catalog.ReduceScatter}
				row := catalog.Row[uint64]{Info: info,
					Run: func(_ *comm.Comm[uint64], a catalog.Args[uint64]) error { return w.Run(op, a) }}
				for i, k := range conform.Cases(info, world.Size) {
					if i%stride(world.Size) != 0 {
						continue
					}
					require.NoError(t, conform.Check(row, c, conform.Set(op, conform.Numbers(), k)))
				}
			}
			x, result, sum := make([]uint64, 100), make([]uint64, 100), mpi.Sum[uint64]()
			_, err = w.Prepare(catalog.Allreduce, catalog.Args[uint64]{Op: sum, In: x, Out: result})
			require.NoError(t, err)
			require.NoError(t, coll.Allreduce(w, sum, x, result))
			allocs := testing.AllocsPerRun(50, func() {
				coll.Allreduce(w, sum, x, result)
				coll.Barrier(w)
			})
			assert.Zero(t, allocs)
		}
	})
}

// A call gives the right result if it repeats the previous one or differs from it in one argument. It
// allocates nothing once its plan is cached. The same holds for prepared calls, even after their plans have
// been freed.
func TestRepeatedCalls(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, world *mpi.World) {
		port, p := mpi.NewPort[uint64](world), world.Size
		w, err := coll.New(port)
		require.NoError(t, err)
		inOrder := comm.Op[uint64]{Name: "last", Apply: func(dst, _, b []uint64) { copy(dst, b) }}
		x, result := make([]uint64, 9*p), make([]uint64, 9*p)
		fill := func() {
			for i := range x {
				x[i], result[i] = uint64(1000*world.Rank+i), 0
			}
		}
		sum := func(i int) uint64 { return uint64(1000*p*(p-1)/2 + p*i) }
		reduced := func(op comm.Op[uint64], in, out []uint64, first int, call func() error) {
			fill()
			require.NoError(t, call())
			for i, got := range out {
				want := sum(first + i)
				if !op.Commutative {
					want = uint64(1000*(p-1) + first + i)
				}
				require.Equal(t, want, got)
			}
		}
		own := make([]int, p)
		for i := range own {
			own[i] = 1 + i%3
		}
		counts := catalog.CountsOf(comm.CountBlocks(own))
		prepared, err := w.Prepare(catalog.Allreduce, catalog.Args[uint64]{Op: mpi.Sum[uint64](),
			In: x[:3], Out: result[:3]})
		require.NoError(t, err)
		program := func() {
			for range 2 {
				for _, op := range []comm.Op[uint64]{mpi.Sum[uint64](), inOrder} {
					for _, s := range []struct{ in, out []uint64 }{
						{x[:3], result[:3]}, {x[:3], result[:3]}, {x[:4], result[:4]}, {x[:3], x[:3]},
						{x[4:7], x[4:7]}, {x[:0], result[:0]},
					} {
						first := 0
						if len(s.in) > 0 && &s.in[0] == &x[4] {
							first = 4
						}
						reduced(op, s.in, s.out, first,
							func() error { return coll.Allreduce(w, op, s.in, s.out) })
						if op.Commutative {
							reduced(op, s.in, s.out, first,
								func() error { return prepared.Call(s.in, s.out) })
						}
					}
				}
				for _, root := range []int{0, 0, p - 1, p / 2} {
					fill()
					require.NoError(t, coll.Bcast(w, root, x[:5]))
					require.EqualValues(t, 1000*root+4, x[4])
				}
				for _, q := range []int{1, 1, 1 + p, -1, 0} {
					fill()
					require.NoError(t, coll.Shift(w, q, x[:2], result[:2]))
					require.EqualValues(t, 1000*(((world.Rank-q)%p+p)%p)+1, result[1])
				}
				for _, c := range []*catalog.Counts{counts, counts, nil, counts} {
					fill()
					mine, total := own[world.Rank], comm.CountBlocks(own).Total()
					if c == nil {
						require.NoError(t, coll.Allgather(w, x[:1], result[:p]))
						require.EqualValues(t, 1000*(p-1), result[p-1])
						continue
					}
					require.NoError(t, coll.Allgatherv(w, c, x[:mine], result[:total]))
					require.EqualValues(t, 1000*(p-1)+(p-1)%3, result[total-1])
				}
				require.NoError(t, coll.Barrier(w))
			}
		}
		program()
		port.Programs().Clear()
		program()
		require.EqualError(t, coll.Allreduce(w, comm.Op[uint64]{}, x[:3], result[:3]),
			"coll: Allreduce: the operator is missing; pass one such as comm.Sum")
		op, mine, total := mpi.Sum[uint64](), own[world.Rank], comm.CountBlocks(own).Total()
		assert.Zero(t, testing.AllocsPerRun(20, func() {
			coll.Allreduce(w, op, x[:3], result[:3])
			coll.Allreduce(w, op, x[:4], result[:4])
			coll.Allreduce(w, op, x[:3], x[:3])
			prepared.Call(x[:3], result[:3])
			prepared.Call(x[:4], result[:4])
			coll.Allgatherv(w, counts, x[:mine], result[:total])
			coll.Bcast(w, 0, x[:3])
			coll.Barrier(w)
		}))
	})
}
