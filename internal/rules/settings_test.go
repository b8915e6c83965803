package rules_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/internal/rules"
)

// HAN is turned off from 5.0 on, where it would go first: on several hosts with several ranks on one.
func TestSettings(t *testing.T) {
	spread := eight(catalog.Bcast, 0, 0, "native:chain", "")
	spread.Hosts, spread.Slots = 4, 2
	flat := spread
	flat.Hosts, flat.Slots = 8, 1
	path, err := filepath.Abs("a/rules.conf")
	require.NoError(t, err)
	file := "--mca coll_tuned_use_dynamic_rules 1 --mca coll_tuned_dynamic_rules_filename " + path
	for _, c := range []struct {
		choice  string
		v       rules.Version
		mpirun  string
		without []string
	}{
		{"spread", open4, file, []string{"OMPI_MCA_coll_tuned_use_dynamic_rules=0"}},
		{"spread", open5, file + " --mca coll_han_priority 0", []string{"OMPI_MCA_coll_tuned_use_dynamic_rules=0"}},
		{"flat", open5, file, []string{"OMPI_MCA_coll_tuned_use_dynamic_rules=0"}},
	} {
		table := of(spread)
		if c.choice == "flat" {
			table = of(flat)
		}
		text, err := rules.Classic(table, c.v)
		require.NoError(t, err)
		s, err := rules.SettingsOf(table, c.v, "a/rules.conf", text)
		require.NoError(t, err)
		assert.Equal(t, c.mpirun, s.Mpirun(), "%s %s", c.choice, c.v)
		assert.Equal(t, c.without, s.Without)
		assert.Equal(t, "OMPI_MCA_coll_tuned_use_dynamic_rules=1", s.With[0])
	}
	s, err := rules.SettingsOf(of(), mpich40, "mpich.env", []byte("MPIR_CVAR_BCAST_INTRA_ALGORITHM=binomial\n"))
	require.NoError(t, err)
	assert.Equal(t, rules.Settings{With: []string{"MPIR_CVAR_BCAST_INTRA_ALGORITHM=binomial"}}, s)
	assert.Empty(t, s.Mpirun())

	_, err = rules.SettingsOf(of(), mpich40, "mpich.env", []byte("PATH=/tmp"))
	assert.EqualError(t, err, `mpich.env: "PATH=/tmp", want lines MPIR_CVAR_...=value`)
	_, err = rules.SettingsOf(of(), open4, "r.conf", []byte("1\n7\n1\n0 1\n5 6 0 0"))
	assert.ErrorContains(t, err, "r.conf: line 5: Open MPI 4.1.4 drops the whole file: the first message size is 5, want 0")
}

// What the reader of TestRulesAreObeyedAsRead says, with its line; sizes of allgather are those of all ranks together.
func TestTakes(t *testing.T) {
	classic := "2\n7 2\n0 1\n 0 0 0 0\n8 2\n 0 6 0 0\n 4096 2 4 8192\n0 1\n8 1\n 0 4 0 0\n"
	variables := "MPIR_CVAR_BCAST_INTRA_ALGORITHM=binomial\nMPIR_CVAR_SCAN_INTRA_ALGORITHM=auto\nMPIR_CVAR_REDUCE_SCATTER_BLOCK_INTRA_ALGORITHM=pairwise\n"
	for _, c := range []struct {
		file  string
		v     rules.Version
		op    catalog.Collective
		ranks int
		block int
		does  string
		line  int
	}{
		{classic, open4, catalog.Bcast, 7, 64, "", 4},
		{classic, open4, catalog.Bcast, 8, 64, "binomial", 6},
		{classic, open4, catalog.Bcast, 9, 4096, "chain, fan-out 4, segments of 8192 bytes", 7},
		{classic, open4, catalog.Allgather, 8, 8, "ring", 10},
		{classic, open4, catalog.Reduce, 8, 8, "", 0},
		{classic, open4, catalog.Shift, 8, 8, "", 0},
		{classic, open4, catalog.Bcast, 1, 8, "", 0},
		{variables, mpich40, catalog.Bcast, 2, 8, "binomial", 1},
		{variables, mpich40, catalog.ReduceScatter, 2, 8, "pairwise", 3},
		{variables, mpich40, catalog.Scan, 2, 8, "", 2},
		{variables, mpich40, catalog.Shift, 2, 8, "", 0},
	} {
		does, line, err := rules.Takes([]byte(c.file), c.v, c.op, c.ranks, c.block)
		require.NoError(t, err)
		assert.Equal(t, c.does, does, "%s on %d ranks, %d bytes", c.op, c.ranks, c.block)
		assert.Equal(t, c.line, line, "%s on %d ranks, %d bytes", c.op, c.ranks, c.block)
	}
	_, _, err := rules.Takes([]byte(`{"collectives":{}}`), open6, catalog.Bcast, 8, 8)
	assert.ErrorContains(t, err, "want rules of Open MPI in numbers, or variables of MPICH")
}
