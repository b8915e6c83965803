package option

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"topocoll/internal/proctest"
)

// write writes a file into a new folder, and returns its path.
func write(t *testing.T, name, text string) string {
	path := filepath.Join(proctest.PlainDir(t), name)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	return path
}
