package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/exit"
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

// A command that cannot write its output fails.
func TestOutputThatCannotBeWritten(t *testing.T) {
	name, err := program()
	require.NoError(t, err)
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	require.NoError(t, err)
	defer full.Close()
	for _, args := range [][]string{{"list"}, {"simulate", "--op", "bcast"}} {
		command := proctest.Command(t, name, args...)
		var stderr strings.Builder
		command.Stdout, command.Stderr = full, &stderr
		require.Error(t, command.Run(), args)
		assert.Equal(t, exit.Failed, command.ProcessState.ExitCode(), args)
		assert.Equal(t, "topocoll: write /dev/stdout: no space left on device\n", stderr.String(), args)
	}
}

// If no algorithm runs on the given number of ranks, this is bad input.
func TestSimulateRunsNothing(t *testing.T) {
	refuses(t, "simulate", map[string]string{
		"hcube/bcast-trees hcube/bcast-esbt -n 6": "none of the algorithms can run on 6 ranks"})
}

// A chart that is refused leaves the old file.
func TestRefusedChartLeavesTheFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sweep.svg")
	require.NoError(t, os.WriteFile(file, []byte("old"), 0o644))
	code, _, stderr := command("simulate", "hcube/bcast", "--sweep", "m=4:4", "--svg", file)
	assert.Equal(t, exit.BadInput, code)
	assert.Contains(t, stderr, "a chart needs two points")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, "old", string(text))
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
