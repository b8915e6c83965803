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

// A sweep in which no algorithm runs is bad input, and leaves no picture.
func TestSweepWithoutRuns(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sweep.svg")
	refuses(t, "simulate hcube/alltoall", map[string]string{
		"--sweep n=5:7":               "--sweep n=5:7: no algorithm runs; hcube/alltoall requires p = 2^d",
		"--sweep n=5:7 --svg " + file: "no algorithm runs",
		"--sweep n=5:7 --json":        "no algorithm runs",
		"-n 6 --sweep m=1:4":          "--sweep m=1:4: no algorithm runs",
	})
	assert.NoFileExists(t, file)
}
