package cluster_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/proctest"
)

// running returns the command lines that hold some words, of all processes here: those that have ended have
// none. A small system has no pgrep.
func running(t *testing.T, words string) []string {
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	var found []string
	for _, file := range files {
		line, _ := os.ReadFile(file) // it may have ended since
		if line = bytes.ReplaceAll(line, []byte{0}, []byte{' '}); bytes.Contains(line, []byte(words)) {
			found = append(found, string(line))
		}
	}
	return found
}

func TestRunning(t *testing.T) {
	sleep := proctest.Command(t, "sleep", "86399.25")
	require.NoError(t, sleep.Start())
	assert.Equal(t, []string{"sleep 86399.25 "}, running(t, "sleep 86399.25"))
	require.NoError(t, sleep.Process.Kill())
	assert.Error(t, sleep.Wait())
	assert.Empty(t, running(t, "sleep 86399.25"))
}
