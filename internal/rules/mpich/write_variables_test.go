package mpich_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/internal/rules/mpich"
)

func TestVariables(t *testing.T) {
	table := of(
		eight(catalog.Bcast, 0, 1023, "native:binomial", ""),
		eight(catalog.Bcast, 1024, 0, "hcube/bcast", "native:binomial"),
		eight(catalog.Allreduce, 0, 99, "native:recursive_doubling", ""), // other algorithm at other sizes
		eight(catalog.Allreduce, 100, 0, "native:reduce_scatter_allgather", ""),
		eight(catalog.ReduceScatter, 0, 0, "native:pairwise", ""),
		eight(catalog.Alltoall, 0, 0, "native", ""),
		eight(catalog.Scan, 0, 0, "hcube/scan", ""),
		eight(catalog.Shift, 0, 0, "native", ""),
	)
	file, err := mpich.WriteVariables(table, mpich40)
	require.NoError(t, err)
	assert.Equal(t,
		"MPIR_CVAR_BCAST_INTRA_ALGORITHM=binomial\nMPIR_CVAR_REDUCE_SCATTER_BLOCK_INTRA_ALGORITHM=pairwise\n",
		string(file))

	_, err = mpich.WriteVariables(of(eight(catalog.Barrier, 0, 0, "native:dissemination", "")), mpich42)
	assert.EqualError(t, err,
		`rules: MPICH 4.2.1 has no algorithm "dissemination" for barrier, want one of smp, `+
			`k_dissemination, recexch`)
}
