package profile

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/exit"
)

// For a file that is not a profile, the command prints one line and exits with the code for bad input.
func TestRefusesOtherFiles(t *testing.T) {
	other := filepath.Join(t.TempDir(), "bench.json")
	require.NoError(t, os.WriteFile(other, []byte(`{"cells": [`), 0o644))
	for _, name := range []string{other, filepath.Dir(other), other + "-none"} {
		var line bytes.Buffer
		assert.Equal(t, exit.BadInput, exit.Report(&line, (&Command{File: name}).Run(io.Discard)))
		assert.Contains(t, line.String(), name)
		assert.Equal(t, 1, strings.Count(line.String(), "\n"), line.String())
	}
}
