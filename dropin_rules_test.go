package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/internal/job/ranks"
	"topocoll/internal/proctest"
	"topocoll/internal/rules/libraries"
	"topocoll/tuned"
)

// Every rank can read the rules file of a table, with topocoll run -n and under a launcher.
func testDropInRules(t *testing.T, k dropInKit, _ string) {
	table := &tuned.Table{Schema: tuned.Schema, Library: ranks.Library().Version(),
		Choices: []tuned.Choice{{Op: catalog.Allgather, Job: tuned.Job{Ranks: 2, Hosts: 1, Slots: 2},
			Algo: "native:ring"}}} // without a rule no library uses a ring on two ranks
	name := filepath.Join(k.dir, "rules.json")
	require.NoError(t, results.Save(name, table.Write))
	files, _, err := libraries.RulesOf(table)
	require.NoError(t, err)
	require.Len(t, files, 1)
	program := []string{"--table", name, "--verbose", "--", "sh", "-c",
		`[ "$OMPI_COMM_WORLD_RANK$PMI_RANK" = 1 ] && ` +
			`cat "$OMPI_MCA_coll_tuned_dynamic_rules_filename$MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE"`}
	program[len(program)-1] += " || true"
	out, err := proctest.Command(t, k.topocoll,
		append([]string{"run", "-n", "2"}, program...)...).CombinedOutput()
	require.NoError(t, err, "%s", out)
	launched := k.script(t, `export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
		[ "$mpi_kind" = mpich ] || more=--oversubscribe
		"$mpi_run" $more -n 2 "$@"`, append([]string{k.topocoll, "run"}, program...)...)
	for _, text := range []string{string(out), launched} {
		assert.Contains(t, text, string(files[0].Text))
		assert.Equal(t, 1, strings.Count(text,
			"rule for the MPI library: allgather on 2 ranks"))
	}
}
