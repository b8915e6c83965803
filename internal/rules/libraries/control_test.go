package libraries_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/internal/rules"
	"topocoll/internal/rules/libraries"
)

// For every file that tune writes, there is a control file of the same format. The control file selects no
// algorithm for any call.
func TestControlOfWhatIsWritten(t *testing.T) {
	choice := spreadOver(4, eight(catalog.Bcast, 1024, 0, "native:chain", ""))
	table := of(spreadOver(4, eight(catalog.Bcast, 0, 1023, "native", "")), choice)
	for _, v := range []rules.Version{open4, open5, open6} {
		files, err := libraries.New(v, nil).Write(table, v)
		require.NoError(t, err)
		controls := slices.Clone(files)
		for i := range controls {
			controls[i].Text, err = libraries.New(v, nil).Control(files[i], v)
			require.NoError(t, err)
			format := libraries.FormatOf(controls[i].Text)
			assert.Equal(t, libraries.FormatOf(files[i].Text).Name, format.Name)
			report := format.Lint(controls[i].Text, v)
			assert.Zero(t, report.CountWrong(), "%v: %s\n%s", v, report.Text(), controls[i].Text)
		}
		with, err := libraries.Read(files, v, nil)
		require.NoError(t, err)
		without, err := libraries.Read(controls, v, nil)
		require.NoError(t, err)
		for _, block := range []int{8, 1024, 1 << 20} {
			named, _ := with.Select(catalog.Bcast, choice.Job, block)
			assert.Equal(t, block >= 1024, named != "", "%v, %d bytes", v, block)
			nothing, _ := without.Select(catalog.Bcast, choice.Job, block)
			assert.Empty(t, nothing, "%v, %d bytes", v, block)
		}
	}
	text, err := libraries.New(mpich42, []byte(ownSelection)).Control(rules.File{Name: "mpich-selection.json",
		Text: []byte(ownSelection)}, mpich42)
	assert.NoError(t, err)
	assert.Equal(t, ownSelection, string(text), "MPICH's own")
	text, err = libraries.New(mpich42, nil).Control(rules.File{Name: "mpich.env",
		Text: []byte("MPIR_CVAR_BCAST_INTRA_ALGORITHM=binomial\n")}, mpich42)
	assert.NoError(t, err)
	assert.Nil(t, text)
}
