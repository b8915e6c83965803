package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/proctest"
)

// The program for the book's page is not embedded in the binary if it is older than its source.
func TestMakeLeavesOutAnOlderProgram(t *testing.T) {
	needs(t, "make")
	makefile, err := filepath.Abs("Makefile")
	require.NoError(t, err)
	// go test caches a result unless a file changes that the test has read
	require.FileExists(t, makefile)
	then := time.Now().Add(-time.Hour)
	for name, stays := range map[string]bool{"sim/run.go": false, "internal/book/page/main.js": false,
		"sim/run_test.go": true, "README.md": true} {
		dir := t.TempDir()
		built, changed := filepath.Join(dir, "internal/book/built/program.wasm.gz"), filepath.Join(dir, name)
		for _, file := range []string{built, changed} {
			require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
			require.NoError(t, os.WriteFile(file, nil, 0o600))
		}
		require.NoError(t, os.Chtimes(built, then, then))
		command := proctest.Command(t, "make", "-s", "-f", makefile, "current")
		command.Dir = dir
		ran(t, command)
		if stays {
			assert.FileExists(t, built, name)
		} else {
			assert.NoFileExists(t, built, name)
		}
	}
}
