//go:build cgo

package mpi

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The variable that Init sets in Go's environment reaches the library.
func TestDynamicRulesAreOn(t *testing.T) {
	on(t, func(t require.TestingT) {
		if BuiltFor() != OpenMPI {
			return
		}
		value, err := world.Variable("coll_tuned_use_dynamic_rules")
		require.NoError(t, err)
		assert.Equal(t, "1", value)
	})
}

// Eager returns the eager limit of the library. Open MPI's shared memory has a limit of 4096 bytes, including
// a header of at most 64 bytes. The default is the same on a rank that is alone on its host. MPICH has no
// such variable.
func TestEager(t *testing.T) {
	on(t, func(t require.TestingT) {
		assert.Equal(t, map[Library]int{OpenMPI: 4032, MPICH: 0}[BuiltFor()], NewPort[byte](world).Eager())
	})
}

// Open MPI's eager limit over TCP is 64 KiB, including a header of at most 64 bytes.
func TestMaxMessage(t *testing.T) {
	on(t, func(t require.TestingT) {
		assert.Equal(t, map[Library]int{OpenMPI: 32 << 10, MPICH: 0}[BuiltFor()],
			NewPort[byte](world).MaxMessage())
	})
}

func TestVariables(t *testing.T) {
	on(t, func(t require.TestingT) {
		variables := map[Library]map[string]string{
			OpenMPI: {"btl_self_eager_limit": "1024", "coll_tuned_bcast_algorithm": "0",
				"mca_base_param_files": "mca-params.conf"},
			MPICH: {"MPIR_CVAR_BCAST_INTRA_ALGORITHM": "0", "MPIR_CVAR_BCAST_MIN_PROCS": "8"},
		}
		for name, want := range variables[BuiltFor()] {
			value, err := world.Variable(name)
			require.NoError(t, err)
			assert.Contains(t, value, want, name)
		}
		_, err := world.Variable("nonsense")
		assert.ErrorContains(t, err, "mpi: MPI_T_cvar_get_index(nonsense): ")
		var mpiError *Error
		assert.True(t, errors.As(world.SetVariable("nonsense", 1), &mpiError))
	})
}
