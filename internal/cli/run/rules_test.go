package run

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/internal/rules"
	"topocoll/tuned"
)

// bestNative returns a table in which a forced native algorithm is the fastest for two operations.
func bestNative(ranks int) *tuned.Table {
	job := tuned.Job{Ranks: ranks, Hosts: 1, Slots: ranks}
	end := 1023
	return &tuned.Table{Schema: tuned.Schema, Library: "Open MPI v4.1.4", Choices: []tuned.Choice{
		{Op: catalog.Bcast, Job: job, To: &end, Algo: "native:binomial"},
		{Op: catalog.Bcast, Job: job, From: 1024, Algo: "native"},
		{Op: catalog.Barrier, Job: job, Algo: "native:bruck"}}}
}

// The MPI library gets the rules of a table, without the operations of --off and without choices for more
// ranks than the program has. If the user has set a variable of the rules, the library gets no rules.
func TestRulesOfRun(t *testing.T) {
	c := &Command{N: 4, observationFlags: observationFlags{Verbose: true}}
	r := c.findRules(bestNative(4))
	assert.Equal(t, "topocoll: rule for the MPI library: bcast of 0 to 1023 bytes on 4 ranks uses binomial\n"+
		"topocoll: rule for the MPI library: barrier on 4 ranks uses bruck\n", r.notes)
	dir := t.TempDir()
	require.NoError(t, r.writeFiles(func(f rules.File) (string, error) {
		return filepath.Join(dir, f.Name), os.WriteFile(filepath.Join(dir, f.Name), f.Text, 0o644)
	}))
	const variable = "OMPI_MCA_coll_tuned_dynamic_rules_filename"
	assert.Contains(t, r.environment, variable+"="+filepath.Join(dir, "openmpi-rules.conf"))
	assert.NotEmpty(t, read(t, dir, "openmpi-rules.conf"))

	table := bestNative(4)
	table.Choices[1].Algo = "native:chain"
	assert.Contains(t, c.findRules(table).notes, "bcast of 1024 bytes or more on 4 ranks uses chain")

	c.Off = []string{"bcast"}
	assert.Equal(t, "topocoll: rule for the MPI library: barrier on 4 ranks uses bruck\n",
		c.findRules(bestNative(4)).notes)
	for _, off := range [][]string{{"all"}, {"bcast", "barrier"}} {
		c.Off = off
		assert.Equal(t, libraryRules{}.files, c.findRules(bestNative(4)).files, off)
	}
	assert.Empty(t, (&Command{N: 4}).findRules(bestNative(8)).files)

	t.Setenv(variable, "mine.conf")
	r = (&Command{N: 4}).findRules(bestNative(4))
	assert.Empty(t, r.files)
	assert.Equal(t, "topocoll: the MPI library gets no rules: "+variable+" is already set\n", r.notes)
}
