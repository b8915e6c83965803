//go:build cgo

package mpi

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/comm"
)

// Each forced algorithm of the library gives the same result as the default algorithm.
func TestForcedAlgorithms(t *testing.T) {
	sum := Sum[int64]()
	equal := func(p *Port[int64], m int) Layout { return LayoutOf(comm.EqualBlocks(p.Size(), m)) }
	for _, c := range []struct {
		op   string
		call func(p *Port[int64], x, result []int64) error
	}{
		{"bcast", func(p *Port[int64], x, result []int64) error {
			copy(result, x)
			return Bcast(p, 0,
				result)
		}},
		{"reduce", func(p *Port[int64], x, result []int64) error { return Reduce(p, 0, sum, x, result) }},
		{"allreduce", func(p *Port[int64], x, result []int64) error { return Allreduce(p, sum, x, result) }},
		{"allgather", func(p *Port[int64], x, result []int64) error {
			return Allgather(p, x[:p.Size()],
				result)
		}},
		{"alltoall", func(p *Port[int64], x, result []int64) error { return Alltoall(p, x, result) }},
		{"scatter", func(p *Port[int64], x, result []int64) error {
			return Scatter(p, 0, x,
				result[:p.Size()])
		}},
		{"alltoallv", func(p *Port[int64], x, result []int64) error {
			return Alltoallv(p, equal(p, p.Size()), equal(p, p.Size()), x, result)
		}},
		{"reduce_scatter", func(p *Port[int64], x, result []int64) error {
			return ReduceScatter(p, sum, equal(p, p.Size()), x, result[:p.Size()])
		}},
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
					forced, err := world.Forced(algorithm)
					require.NoError(t, err)
					assert.NotEqual(t, "han", algorithm.Name, "all processes are on one host")
					require.NoError(t, forced.Select())
					got := make([]int64, n)
					if err := c.call(NewPort[int64](forced), x, got); !Unusable(err) {
						require.NoError(t, err)
						assert.Equal(t, want, got, algorithm.Name)
					}
					require.NoError(t, forced.Deselect())
					require.NoError(t, forced.Free())
					value, err := world.Variable(algorithm.variable)
					require.NoError(t, err)
					assert.Equal(t, "0", value)
				}
			})
		})
	}
}

// Algorithms returns no algorithm for calls with counts if the library has none or cannot force one.
func TestAlgorithmsOfVectors(t *testing.T) {
	on(t, func(t require.TestingT) {
		for _, op := range []string{"allgatherv", "gatherv", "scatterv"} {
			algorithms, err := world.Algorithms(op)
			require.NoError(t, err, op)
			for _, a := range algorithms {
				forced, err := world.Forced(a)
				require.NoError(t, err, "%s %s", op, a.Name)
				require.NoError(t, forced.Free())
			}
		}
	})
}

// A forced algorithm is really executed. The forced algorithms of this test return an error for three
// processes, or for any number of processes.
func TestForcedAlgorithmRuns(t *testing.T) {
	on(t, func(t require.TestingT) {
		name, refuses := "two_proc", world.Size > 2
		list, err := world.tunedAlgorithms("allgather")
		if BuiltFor() == MPICH {
			name, refuses = "recursive_doubling", world.Size&(world.Size-1) != 0
			list, err = world.Algorithms("allgather")
		}
		require.NoError(t, err)
		at := slices.IndexFunc(list, func(a Algorithm) bool { return a.Name == name })
		require.GreaterOrEqual(t, at, 0, name)
		only2 := list[at]
		forced, err := world.Forced(only2)
		require.NoError(t, err)
		call := func() error {
			return Allgather(NewPort[int64](forced), make([]int64, 1), make([]int64, world.Size))
		}
		require.NoError(t, forced.Select())
		err = call()
		assert.Equal(t, refuses, err != nil, "%v", err)
		assert.Equal(t, refuses && BuiltFor() == MPICH, Unusable(err))
		require.NoError(t, forced.Deselect())
		if BuiltFor() == MPICH {
			require.NoError(t, call(), "no longer forced")
		}
		require.NoError(t, forced.Free())

		_, err = world.Forced(Algorithm{Name: "none", component: "tuned", variable: "nonsense", value: 1})
		if BuiltFor() == OpenMPI {
			assert.ErrorContains(t, err, "mpi: MPI_T_cvar_get_index(nonsense): ")
		}
	})
}

// mpirNames finds the names of algorithms in the library's descriptions. MPICH 4.0.2 writes descriptions
// without line breaks, and other versions write them with line breaks.
func TestNamesInDescriptions(t *testing.T) {
	glued := "Variable to select bcast algorithmauto - Internal algorithm selection (can be overridden " +
		"with X)" +
		"binomial                                - Force Binomial Tree" +
		"nb                                      - Force nonblocking algorithm" +
		"smp                                     - Force smp algorithm" +
		"scatter_recursive_doubling_allgather    - Force Scatter Recursive-Doubling Allgather" +
		"scatter_ring_allgather                  - Force Scatter Ring"
	want := []string{"auto", "binomial", "nb", "smp", "scatter_recursive_doubling_allgather",
		"scatter_ring_allgather"}
	assert.Equal(t, want, mpirNames(glued))
	assert.Equal(t, []string{"auto", "k_reduce_scatter_allgather", "ring"},
		mpirNames("Variable to select allreduce algorithm\nauto - Internal algorithm "+
			"selection\nk_reduce_scatter_allgather - Force k reduce scatter\nring - Force Ring\n"))
}
