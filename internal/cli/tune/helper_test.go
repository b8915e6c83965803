package tune

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"topocoll/internal/exit"
	"topocoll/internal/job"
)

// plainDir is a folder of a test whose path has no blank, wherever TMPDIR is: for command lines that are one
// text.
func plainDir(t *testing.T) string {
	dir, err := os.MkdirTemp("/tmp", "topocoll")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}
func ends(e job.End) error { return exit.Error{Code: e.Code, Quiet: true, Err: e} }
