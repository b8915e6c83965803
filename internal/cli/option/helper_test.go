package option

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// plainDir is a folder of a test whose path has no blank, wherever TMPDIR is: for command lines that are one
// text.
func plainDir(t *testing.T) string {
	dir, err := os.MkdirTemp("/tmp", "topocoll")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// write writes a file into a folder of its own, and returns its path.
func write(t *testing.T, name, text string) string {
	path := filepath.Join(plainDir(t), name)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	return path
}
