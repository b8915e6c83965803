//go:build cgo

package run

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/host"
	"topocoll/internal/job/ranks"
)

// topocoll run places a program's ranks on the cores in the same way as topocoll's own ranks, with both MPI
// libraries.
func TestRunIsPlaced(t *testing.T) {
	n := host.Cores() + 1
	c := &Command{N: n, Program: []string{"program", "-q"}}
	command, err := c.prepareProgram("library", "plans", nil).command(nil, "")
	if err != nil {
		t.Skip(err)
	}
	plain, err := ranks.Command(n, nil, "program", "-q")
	require.NoError(t, err)
	assert.Equal(t, plain.Env, command.Env)
	words := len(plain.Args) - 2
	assert.Equal(t, plain.Args[:words], command.Args[:words])
	assert.Contains(t, strings.Join(command.Args[words:], " "), "LD_PRELOAD")
	assert.Equal(t, []string{"program", "-q"}, command.Args[len(command.Args)-2:])
}

// A run with --off all, such as a native run of --compare, gets no rules.
func TestRulesAreOff(t *testing.T) {
	c := &Command{N: 2, Program: []string{"program"}}
	p := c.prepareProgram("library", "plans", []string{"RULES=file"})
	with, err := p.command([]string{"bcast"}, "")
	if err != nil {
		t.Skip(err)
	}
	without, err := p.command([]string{"all"}, "")
	require.NoError(t, err)
	assert.Contains(t, with.Env, "RULES=file")
	assert.NotContains(t, without.Env, "RULES=file")
}

// If the path of the library has a blank, LD_PRELOAD names a link to the library. The link is removed later.
func TestPreloadOfAnyFolder(t *testing.T) {
	library := filepath.Join(t.TempDir(), "a folder", "libtopocoll.so")
	require.NoError(t, os.Mkdir(filepath.Dir(library), 0o755))
	require.NoError(t, os.WriteFile(library, []byte("library"), 0o644))
	name, remove, err := libraryFile(library).preloadPath()
	require.NoError(t, err)
	assert.NotContains(t, name, " ")
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	assert.Equal(t, "library", string(text))
	remove()
	assert.NoFileExists(t, name)
	assert.FileExists(t, library)
}
