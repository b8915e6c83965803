package results

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// All files of an earlier run are removed, and no others.
func TestClearLaunches(t *testing.T) {
	dir, elsewhere := t.TempDir(), t.TempDir()
	for _, folder := range []string{LaunchDir(dir, 1), LaunchDir(dir, 12), elsewhere, filepath.Join(dir, "launch-01"), filepath.Join(dir, "launch-1b")} {
		_, err := Create(folder, &Result{})
		require.NoError(t, err)
	}
	require.NoError(t, os.WriteFile(filepath.Join(LaunchDir(dir, 12), "mine"), nil, 0o644))
	require.NoError(t, os.WriteFile(LaunchDir(dir, 3), nil, 0o644))
	require.NoError(t, os.Symlink(elsewhere, LaunchDir(dir, 4)))
	ClearLaunches(dir)
	assert.NoDirExists(t, LaunchDir(dir, 1))
	assert.NoFileExists(t, LaunchDir(dir, 4), "a link")
	assert.FileExists(t, filepath.Join(elsewhere, JSONName), "its target")
	left, err := os.ReadDir(LaunchDir(dir, 12))
	require.NoError(t, err)
	assert.Len(t, left, 1)
	assert.FileExists(t, LaunchDir(dir, 3))
	assert.FileExists(t, filepath.Join(dir, "launch-01", JSONName))
	assert.FileExists(t, filepath.Join(dir, "launch-1b", JSONName))
}
