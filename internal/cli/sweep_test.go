package cli

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/proctest"
)

// simulate writes the picture even if the reader of its output has gone, as in simulate ... | head.
func TestSweepDrawsBeforeItPrints(t *testing.T) {
	name, err := program()
	require.NoError(t, err)
	reader, writer, err := os.Pipe()
	require.NoError(t, err)
	require.NoError(t, reader.Close())
	defer writer.Close()
	file := filepath.Join(t.TempDir(), "sweep.svg")
	command := proctest.Command(t, name, "simulate", "ring/bcast", "hcube/bcast", "--sweep", "m=1:64",
		"--svg", file)
	command.Stdout = writer
	assert.NoError(t, command.Run())
	assert.FileExists(t, file)
}
