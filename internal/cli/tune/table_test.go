//go:build linux && cgo

package tune

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"topocoll/internal/tune"
	"topocoll/tuned"
)

func theTable(t *testing.T, out string) *tuned.Table {
	file, err := os.Open(filepath.Join(out, tune.TableName))
	require.NoError(t, err)
	defer file.Close()
	table, err := tuned.Read(file)
	require.NoError(t, err)
	return table
}
