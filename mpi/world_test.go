//go:build cgo

package mpi

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSubWorlds(t *testing.T) {
	on(t, func(t require.TestingT) {
		for n := 1; n <= world.Size; n++ {
			sub, err := world.Sub(n)
			require.NoError(t, err)
			if world.Rank >= n {
				assert.Nil(t, sub)
				continue
			}
			assert.Equal(t, []int{world.Rank, n}, []int{sub.Rank, sub.Size})
			p, total := NewPort[int32](sub), make([]int32, 1)
			require.NoError(t, Allreduce(p, Sum[int32](), []int32{1}, total))
			assert.EqualValues(t, n, total[0])
			assert.EqualError(t, Bcast(p, n, total), "mpi: MPI_Bcast: MPI_ERR_ROOT: invalid root")

			require.NoError(t, Shift(p, 1, []int32{int32(sub.Rank)}, total))
			assert.EqualValues(t, (sub.Rank+n-1)%n, total[0])
			require.NoError(t, sub.Free())
			assert.EqualError(t, p.Send(0, total), "mpi: Send: this world is freed")
			assert.EqualError(t, sub.Free(), "mpi: Free: this world is freed")
		}
		_, err := world.Sub(world.Size + 1)
		assert.ErrorContains(t, err, "mpi: Sub: ")
	})
}

// A message on one world is not received on the other, though it was sent first.
func TestWorldsDoNotMeet(t *testing.T) {
	on(t, func(t require.TestingT) {
		other, err := world.Dup()
		require.NoError(t, err)
		there, here := NewPort[int32](other), NewPort[int32](world)
		right, left := neighbours()
		a, b := make([]int32, 1), make([]int32, 1)
		_, err = there.StartSend(right, 0, []int32{1})
		require.NoError(t, err)
		_, err = here.StartSend(right, 0, []int32{2})
		require.NoError(t, err)
		_, err = here.StartRecv(left, 0, b)
		require.NoError(t, err)
		waitAll(t, here, 2)
		_, err = there.StartRecv(left, 0, a)
		require.NoError(t, err)
		waitAll(t, there, 2)
		assert.Equal(t, []int32{1, 2}, append(a, b...))
		require.NoError(t, other.Free())
	})
}

func TestInitTwice(t *testing.T) {
	on(t, func(t require.TestingT) {
		_, err := Init()
		assert.EqualError(t, err, "mpi: Init: MPI is already initialised")
	})
}

// The setting made in Go's environment has reached the library.
func TestDynamicRulesAreOn(t *testing.T) {
	on(t, func(t require.TestingT) {
		value, err := world.Variable("coll_tuned_use_dynamic_rules")
		require.NoError(t, err)
		assert.Equal(t, "1", value)
	})
}

func TestVariables(t *testing.T) {
	on(t, func(t require.TestingT) {
		for name, want := range map[string]string{"btl_self_eager_limit": "1024", "coll_tuned_bcast_algorithm": "0", "mca_base_param_files": "mca-params.conf"} {
			value, err := world.Variable(name)
			require.NoError(t, err)
			assert.Contains(t, value, want, name)
		}
		_, err := world.Variable("nonsense")
		assert.ErrorContains(t, err, "mpi: MPI_T_cvar_read(nonsense): ")
		var mpiError *Error
		assert.True(t, errors.As(world.SetVariable("nonsense", 1), &mpiError))
	})
}

// Each algorithm of the library, forced in turn, gives what its default gives.
func TestForcedAlgorithms(t *testing.T) {
	sum := Sum[int64]()
	for _, c := range []struct {
		op   string
		call func(p *Port[int64], x, result []int64) error
	}{
		{"bcast", func(p *Port[int64], x, result []int64) error { copy(result, x); return Bcast(p, 0, result) }},
		{"reduce", func(p *Port[int64], x, result []int64) error { return Reduce(p, 0, sum, x, result) }},
		{"allreduce", func(p *Port[int64], x, result []int64) error { return Allreduce(p, sum, x, result) }},
		{"allgather", func(p *Port[int64], x, result []int64) error { return Allgather(p, x[:p.Size()], result) }},
		{"alltoall", func(p *Port[int64], x, result []int64) error { return Alltoall(p, x, result) }},
		{"scatter", func(p *Port[int64], x, result []int64) error { return Scatter(p, 0, x, result[:p.Size()]) }},
		{"barrier", func(p *Port[int64], x, result []int64) error { return Barrier(p) }},
	} {
		t.Run(c.op, func(t *testing.T) {
			on(t, func(t require.TestingT) {
				n := world.Size * world.Size
				x, want := operands[int64](uint64(world.Rank), n), make([]int64, n)
				require.NoError(t, c.call(NewPort[int64](world), x, want))
				algorithms, err := world.Algorithms(c.op)
				require.NoError(t, err)
				require.NotEmpty(t, algorithms)
				for _, algorithm := range algorithms {
					if algorithm.Name == "two_proc" && world.Size != 2 {
						continue
					}
					forced, err := world.Forced(c.op, algorithm.ID)
					require.NoError(t, err)
					got := make([]int64, n)
					require.NoError(t, c.call(NewPort[int64](forced), x, got))
					assert.Equal(t, want, got, algorithm.Name)
					require.NoError(t, forced.Free())
				}
				value, err := world.Variable("coll_tuned_" + c.op + "_algorithm")
				require.NoError(t, err)
				assert.Equal(t, "0", value)
			})
		})
	}
}

// A forced algorithm is really the one that runs: this one refuses any number of processes but two.
func TestForcedAlgorithmRuns(t *testing.T) {
	on(t, func(t require.TestingT) {
		algorithms, err := world.Algorithms("allgather")
		require.NoError(t, err)
		require.Contains(t, algorithms, Algorithm{6, "two_proc"}) // of Open MPI 4.1
		forced, err := world.Forced("allgather", 6)
		require.NoError(t, err)
		err = Allgather(NewPort[int64](forced), make([]int64, 1), make([]int64, world.Size))
		assert.Equal(t, world.Size > 2, err != nil, "%v", err)
		require.NoError(t, forced.Free())

		_, err = world.Forced("allgather", 99)
		assert.ErrorContains(t, err, "mpi: MPI_T_cvar_write(coll_tuned_allgather_algorithm): ")
	})
}
