package tune

import (
	"bytes"
	"html"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/internal/proctest"
	"topocoll/internal/tune"
	"topocoll/tuned"
)

// A table in which the library's default is the best everywhere has no rules. Files of an earlier table are
// removed.
func TestNoRules(t *testing.T) {
	table := &tuned.Table{Schema: tuned.Schema, Library: "Open MPI v4.1.4",
		Choices: []tuned.Choice{{Op: catalog.Bcast,
			Job: tuned.Job{Ranks: 2, Hosts: 1, Slots: 2}, Algo: "native:chain", Gain: 1, Low: 1, High: 1,
			Sizes: []int{8, 64}}}}
	folder := proctest.PlainDir(t)
	t.Chdir(folder)
	require.NoError(t, os.Mkdir("my tuning", 0o755))
	command := &Command{tuneFlags: tuneFlags{Out: "my tuning"}}
	var out bytes.Buffer
	require.NoError(t, command.writeRules(&out, table))
	assert.FileExists(t, command.path(openRules))
	use := "OMPI_MCA_coll_tuned_use_dynamic_rules=1 'OMPI_MCA_coll_tuned_dynamic_rules_filename=" + folder +
		"/my tuning/" + openRules + "'"
	assert.Contains(t, out.String(), "use: env "+use+" mpirun ...")
	require.NoError(t, command.writePage(&out, table))
	page, err := os.ReadFile(command.path(tune.PageName))
	require.NoError(t, err)
	assert.Contains(t, html.UnescapeString(string(page)), "env "+use+" mpirun ...")
	require.NoError(t, os.Remove(command.path(tune.PageName)))
	chain := table.Choices[0]
	table.Choices[0].Algo = tuned.Native
	out.Reset()
	require.NoError(t, command.writeRules(&out, table))
	assert.NoFileExists(t, command.path(openRules))
	assert.Contains(t, out.String(),
		"no rules for the library: its default is its best algorithm at all measured sizes\n")
	short, last := table.Choices[0], 4095
	short.Op, short.To, short.Native, short.NativeGain = catalog.Scan, &last, tuned.Native, 1
	long := short
	long.From, long.To, long.Sizes = 4096, nil, []int{50 << 10}
	long.Algo, long.Gain, long.Native, long.NativeGain = "ring/scan", 0.2, "native:recursive_doubling", 0.8
	table.Choices = append(table.Choices, short, long)
	out.Reset()
	require.NoError(t, command.writeRules(&out, table))
	assert.Equal(t, "no rules for the library: no tuning file can select its faster algorithms "+
		"at only some sizes of scan\n",
		out.String())
	table.Choices = []tuned.Choice{chain, chain}
	table.Choices[1].Job = tuned.Job{Ranks: 2, Hosts: 2, Slots: 1}
	require.NoError(t, os.WriteFile(command.path(openRules), []byte("old"), 0o644))
	out.Reset()
	require.NoError(t, command.writeRules(&out, table))
	assert.Contains(t, out.String(), openRules+": removed, because the new table needs no such file\n"+
		"no rules for the library: rules: the table has jobs of 2 ranks on ")
	files, err := os.ReadDir(command.Out)
	assert.NoError(t, err)
	assert.Empty(t, files)
}
