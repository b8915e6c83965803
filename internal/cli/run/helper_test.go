package run

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"topocoll/internal/exit"
)

// plainDir is a folder of a test whose path has no blank, wherever TMPDIR is: for command lines that are one
// text.
func plainDir(t *testing.T) string {
	dir, err := os.MkdirTemp("/tmp", "topocoll")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}
func codeOf(err error) int { return exit.Report(io.Discard, err) }

func read(t *testing.T, dir, name string) string {
	text, err := os.ReadFile(filepath.Join(dir, name))
	require.NoError(t, err)
	return string(text)
}
