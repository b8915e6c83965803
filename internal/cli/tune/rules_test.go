package tune

import (
	"bytes"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/internal/proctest"
	"topocoll/tuned"
)

// A table in which the library's default is the best everywhere has no rules. Files of an earlier table are
// removed.
func TestNoRules(t *testing.T) {
	table := &tuned.Table{Schema: tuned.Schema, Library: "Open MPI v4.1.4",
		Choices: []tuned.Choice{{Op: catalog.Bcast,
			Job: tuned.Job{Ranks: 2, Hosts: 1, Slots: 2}, Algo: "native:chain", Gain: 1, Low: 1, High: 1,
			Sizes: []int{8, 64}}}}
	command := &Command{tuneFlags: tuneFlags{Out: proctest.PlainDir(t)}}
	var out bytes.Buffer
	require.NoError(t, command.writeRules(&out, table))
	assert.FileExists(t, command.file(openRules))
	assert.Contains(t, out.String(), "use: env OMPI_MCA_coll_tuned_use_dynamic_rules=1")
	table.Choices[0].Algo = tuned.Native
	out.Reset()
	require.NoError(t, command.writeRules(&out, table))
	assert.NoFileExists(t, command.file(openRules))
	assert.Contains(t, out.String(),
		"no rules for the library: its default is its best algorithm everywhere\n")
	files, err := os.ReadDir(command.Out)
	assert.NoError(t, err)
	assert.Empty(t, files)
}
