package results

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func resultIn(t *testing.T, folders ...string) {
	for _, folder := range folders {
		_, err := Create(folder, &Result{})
		require.NoError(t, err)
	}
}

// KeepEarlierRun moves all files of an earlier run, and no other files.
func TestKeep(t *testing.T) {
	dir, elsewhere := t.TempDir(), t.TempDir()
	resultIn(t, dir, LaunchDir(dir, 1), LaunchDir(dir, 12), elsewhere, filepath.Join(dir, "launch-01"),
		filepath.Join(dir, "launch-1b"))
	for _, mine := range []string{filepath.Join(dir, "notes"), filepath.Join(dir, "launch-12", "notes"),
		LaunchDir(dir, 3)} {
		require.NoError(t, os.WriteFile(mine, nil, 0o644))
	}
	require.NoError(t, os.Mkdir(LaunchDir(dir, 5), 0o755))
	require.NoError(t, os.Symlink(elsewhere, LaunchDir(dir, 4)))
	to, err := KeepEarlierRun(dir)
	require.NoError(t, err)
	assert.Equal(t, filepath.Join(dir, "run-1"), to)
	for _, name := range []string{"bench.json", "bench.csv", "launch-1/bench.json", "launch-12/notes",
		"launch-4/bench.json"} {
		assert.FileExists(t, filepath.Join(to, name))
	}
	var left []string
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, entry := range entries {
		left = append(left, entry.Name())
	}
	assert.Equal(t, []string{"launch-01", "launch-1b", "launch-3", "launch-5", "notes", "run-1"}, left)
}

// The latest moved result gets the highest number, even if earlier results were removed.
func TestKeepAgain(t *testing.T) {
	dir := t.TempDir()
	assert.Empty(t, LatestRunDir(dir))
	for _, want := range []string{"run-1", "run-2", "run-3"} {
		resultIn(t, dir)
		to, err := KeepEarlierRun(dir)
		require.NoError(t, err)
		assert.Equal(t, filepath.Join(dir, want), to)
		assert.Equal(t, to, LatestRunDir(dir))
		if want == "run-2" {
			require.NoError(t, os.RemoveAll(RunDir(dir, 1)))
		}
	}
	to, err := KeepEarlierRun(dir)
	require.NoError(t, err)
	assert.Empty(t, to, "there is nothing more to keep")
	to, err = KeepEarlierRun(filepath.Join(dir, "none"))
	require.NoError(t, err)
	assert.Empty(t, to)
}

func TestKeepWhatStays(t *testing.T) {
	dir := t.TempDir()
	resultIn(t, dir, LaunchDir(dir, 1), LaunchDir(dir, 2))
	to, err := KeepEarlierRun(dir, "launch-1")
	require.NoError(t, err)
	assert.FileExists(t, filepath.Join(LaunchDir(dir, 1), JSONName))
	assert.FileExists(t, filepath.Join(LaunchDir(to, 2), JSONName))
}
