//go:build cgo

package run

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/host"
	"topocoll/internal/job/ranks"
)

// A program of others runs on the cores as one of ours does, by either library.
func TestRunIsPlaced(t *testing.T) {
	os.Unsetenv(ranks.YieldVariable)
	os.Unsetenv(ranks.PollsVariable)
	n := host.Cores() + 1
	command, err := (&Command{N: n, Program: []string{"program", "-q"}}).command("library", "plans", nil, "")
	if err != nil {
		t.Skip(err)
	}
	words, environment := ranks.MpirunOptions(ranks.Library(), n)
	assert.Subset(t, command.Env, environment)
	assert.Equal(t, words, command.Args[1:1+len(words)])
	assert.Equal(t, []string{"program", "-q"}, command.Args[len(command.Args)-2:])
	assert.NotEqual(t, slices.Index(command.Env, ranks.YieldVariable+"=1") < 0, slices.Index(command.Env, ranks.PollsVariable+"=1") < 0)
}

// LD_PRELOAD holds a library whose folder has a blank by a link, which is removed.
func TestPreloadOfAnyFolder(t *testing.T) {
	library := filepath.Join(t.TempDir(), "a folder", "libtopocoll.so")
	require.NoError(t, os.Mkdir(filepath.Dir(library), 0o755))
	require.NoError(t, os.WriteFile(library, []byte("library"), 0o644))
	name, remove, err := (&Command{Library: library}).preload()
	require.NoError(t, err)
	assert.NotContains(t, name, " ")
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	assert.Equal(t, "library", string(text))
	remove()
	assert.NoFileExists(t, name)
	assert.FileExists(t, library)
}
