package mpich_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/internal/rules"
	"topocoll/internal/rules/libraries"
	"topocoll/internal/rules/mpich"
)

func TestSelection(t *testing.T) {
	table := of(
		eight(catalog.Bcast, 0, 1023, "native", ""),
		eight(catalog.Bcast, 1024, 4095, "hcube/bcast", "native:scatter_ring_allgather"),
		eight(catalog.Bcast, 4096, 0, "native:tree", ""),
		eight(catalog.Allreduce, 0, 0, "native:reduce_scatter_allgather", ""),
		eight(catalog.Allgather, 0, 99, "native:ring", ""),
		eight(catalog.Allgather, 100, 0, "native:recexch_doubling", ""),
		eight(catalog.Alltoall, 0, 0, "native:pairwise", ""),
		eight(catalog.Barrier, 0, 0, "native", ""),
		eight(catalog.Exscan, 0, 0, "hcube/exscan", ""),
		eight(catalog.Shift, 0, 0, "native", ""),
	)
	file, err := mpich.WriteSelection(table, mpich42, []byte(ownSelection))
	require.NoError(t, err)
	tree, err := mpich.ReadSelection(file)
	require.NoError(t, err)
	const kary = " tree_type=0 k=2 is_non_blocking=1" // before 4.3 the type is a number
	for want, call := range map[string]mpich.Call{
		"MPIR_Bcast_intra_binomial":                {Op: "bcast", Ranks: 8, Average: 64},
		"MPIR_Bcast_intra_scatter_ring_allgather":  {Op: "bcast", Ranks: 8, Average: 4095},
		"MPIR_Bcast_intra_tree" + kary:             {Op: "bcast", Ranks: 8, Average: 4096},
		"MPIR_Bcast_intra_binomial ":               {Op: "bcast", Ranks: 7, Average: 4096},
		"MPIR_Bcast_intra_scatter_ring_allgather ": {Op: "bcast", Ranks: 9, Average: 4096},
		"MPIR_Bcast_inter_remote_send_local_bcast": {Op: "bcast", Ranks: 8, Average: 4096,
			Intercommunicator: true},
		"MPIR_Allreduce_intra_reduce_scatter_allgather": {Op: "allreduce", Ranks: 8, Count: 8},
		// The call has fewer elements than ranks.
		"MPIR_Allreduce_intra_recursive_doubling": {Op: "allreduce", Ranks: 8, Count: 7},
		"MPIR_Allreduce_intra_recursive_doubling ": {Op: "allreduce", Ranks: 8, Count: 8,
			UserDefinedOp: true},
		"MPIR_Allgather_intra_ring": {Op: "allgather", Ranks: 8, Total: 99 * 8},
		"MPIR_Allgather_intra_recexch_doubling k=2 single_phase_recv=0": {Op: "allgather", Ranks: 8,
			Total: 100 * 8},
		"MPIR_Allgather_intra_brucks":                   {Op: "allgather", Ranks: 9, Total: 99 * 9},
		"MPIR_Alltoall_intra_pairwise":                  {Op: "alltoall", Ranks: 8},
		"MPIR_Alltoall_intra_pairwise_sendrecv_replace": {Op: "alltoall", Ranks: 8, InPlace: true},
		"MPIR_Alltoall_intra_scattered":                 {Op: "alltoall", Ranks: 7},
		"MPIR_Alltoall_intra_brucks":                    {Op: "alltoall", Ranks: 9},
		"MPIR_Barrier_intra_k_dissemination k=2":        {Op: "barrier", Ranks: 8},
		"MPIR_Exscan_intra_recursive_doubling":          {Op: "exscan", Ranks: 8},
	} {
		assert.Equal(t, strings.TrimSpace(want), tree.Choose(call), "%+v", call)
	}
	report := libraries.FormatOf(file).Lint(file, mpich42)
	assert.Equal(t, 1, report.CountWrong(),
		"only that operations are missing, as they are in ownSelection\n%s", report.Text())
}

// On several hosts with several ranks each, MPICH divides a call into calls within hosts and between hosts.
func TestSelectionWithinHosts(t *testing.T) {
	c := eight(catalog.Bcast, 0, 0, "native:scatter_ring_allgather", "")
	c.Hosts, c.Slots = 4, 2
	file, err := mpich.WriteSelection(of(c), mpich42, []byte(ownSelection))
	require.NoError(t, err)
	tree, err := mpich.ReadSelection(file)
	require.NoError(t, err)
	for ranks, want := range map[int]string{2: "scatter_ring_allgather", 3: "binomial",
		4: "scatter_ring_allgather", 5: "binomial", 8: "scatter_ring_allgather"} {
		assert.Equal(t, "MPIR_Bcast_intra_"+want,
			tree.Choose(mpich.Call{Op: "bcast", Ranks: ranks, Average: 8}),
			ranks)
	}
	four := eight(catalog.Bcast, 0, 0, "native:binomial", "")
	four.Ranks, four.Slots = 4, 4
	_, err = mpich.WriteSelection(of(c, four), mpich42, []byte(ownSelection))
	assert.EqualError(t, err,
		"rules: the table has two choices for bcast on communicators of 4 ranks, from the jobs of 8 and "+
			"of 4 ranks; use a table with only one of these jobs")
}

func TestSelectionRefuses(t *testing.T) {
	for want, c := range map[string]struct {
		name, own string
		v         rules.Version
	}{
		`rules: MPICH 4.0.2 has no algorithm "tree" for bcast; use one of binomial, scatter_recursive`: {
			"native:tree", ownSelection, mpich40},
		"rules: the built-in selection is invalid: line 1: ": {"native:binomial", "{",
			mpich40},
		"rules: the built-in selection has no entry for bcast at its top level": {"native:binomial", "{}",
			mpich40},
	} {
		_, err := mpich.WriteSelection(of(eight(catalog.Bcast, 0, 0, c.name, "")), c.v, []byte(c.own))
		assert.ErrorContains(t, err, want)
	}
	file, err := mpich.WriteSelection(of(eight(catalog.Bcast, 0, 0, "native", "")), mpich40,
		[]byte(ownSelection))
	assert.NoError(t, err)
	assert.Empty(t, file, "nothing to write")
}

func TestVariables(t *testing.T) {
	table := of(
		eight(catalog.Bcast, 0, 1023, "native:binomial", ""),
		eight(catalog.Bcast, 1024, 0, "hcube/bcast", "native:binomial"),
		eight(catalog.Allreduce, 0, 99, "native:recursive_doubling", ""), // another algorithm at other sizes
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
		`rules: MPICH 4.2.1 has no algorithm "dissemination" for barrier; use one of smp, `+
			`k_dissemination, recexch`)
}
