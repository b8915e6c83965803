//go:build cgo

package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/host"
	"topocoll/internal/launcher"
)

// Ranks that share a core must give it away while they wait, unless somebody has chosen otherwise.
func TestMoreRanksThanCoresYield(t *testing.T) {
	os.Unsetenv(yieldVariable)
	words, environment := placed(launcher.OpenMPI, host.Cores()+1)
	assert.Contains(t, environment, yieldVariable+"=1")
	assert.Contains(t, words, "--oversubscribe")
	words, environment = placed(launcher.OpenMPI, host.Cores())
	assert.NotContains(t, environment, yieldVariable+"=1")
	assert.NotContains(t, words, "--oversubscribe")
	t.Setenv(yieldVariable, "0")
	_, environment = placed(launcher.OpenMPI, host.Cores()+1)
	assert.NotContains(t, environment, yieldVariable+"=1")

	os.Unsetenv(pollsVariable)
	_, environment = placed(launcher.MPICH, host.Cores()+1)
	assert.Equal(t, []string{pollsVariable + "=1"}, environment)
	_, environment = placed(launcher.MPICH, host.Cores())
	assert.Empty(t, environment)
	t.Setenv(pollsVariable, "0")
	_, environment = placed(launcher.MPICH, host.Cores()+1)
	assert.Empty(t, environment)
}

// A program of others runs on the cores as one of ours does, by either library.
func TestRunIsPlaced(t *testing.T) {
	os.Unsetenv(yieldVariable)
	os.Unsetenv(pollsVariable)
	n := host.Cores() + 1
	command, err := (&runCommand{N: n, Program: []string{"program", "-q"}}).command("library", "plans", nil, "")
	if err != nil {
		t.Skip(err)
	}
	words, environment := placed(library(), n)
	assert.Subset(t, command.Env, environment)
	assert.Equal(t, words, command.Args[1:1+len(words)])
	assert.Equal(t, []string{"program", "-q"}, command.Args[len(command.Args)-2:])
	assert.NotEqual(t, slices.Index(command.Env, yieldVariable+"=1") < 0, slices.Index(command.Env, pollsVariable+"=1") < 0)
}

// The program and its arguments come last, and -n first.
func TestMpirunRunsTheProgram(t *testing.T) {
	command, err := mpirun(2, "program", "bench", "-q")
	if err != nil {
		t.Skip(err)
	}
	assert.Equal(t, []string{"-n", "2"}, command.Args[1:3])
	assert.Equal(t, []string{"program", "bench", "-q"}, command.Args[len(command.Args)-3:])
}

// LD_PRELOAD holds a library whose folder has a blank by a link, which is removed.
func TestPreloadOfAnyFolder(t *testing.T) {
	library := filepath.Join(t.TempDir(), "a folder", "libtopocoll.so")
	require.NoError(t, os.Mkdir(filepath.Dir(library), 0o755))
	require.NoError(t, os.WriteFile(library, []byte("library"), 0o644))
	name, remove, err := (&runCommand{Library: library}).preload()
	require.NoError(t, err)
	assert.NotContains(t, name, " ")
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	assert.Equal(t, "library", string(text))
	remove()
	assert.NoFileExists(t, name)
	assert.FileExists(t, library)
}

// More ranks than the cores can carry are refused before any is started, by every command that starts them; a flag lifts the limit.
func TestRanksPerCore(t *testing.T) {
	cores := host.Cores()
	for _, command := range []string{"bench", "verify", "tune", "doctor", "run"} {
		for flag, says := range map[string]string{
			"1": fmt.Sprintf("-n %d with %d cores, want at most %d ranks: with 2 ranks per core", cores+1, cores, cores), "0": "--ranks-per-core 0, want 1 to 65536",
		} {
			words := []string{command, "-n", strconv.Itoa(cores + 1), "--ranks-per-core", flag}
			if command == "run" {
				words = append(words, "--", "true")
			}
			refusesWith(t, exitUsage, says, words...)
		}
	}
	refusesWith(t, exitUsage, "with 65 ranks per core", "bench", "-n", strconv.Itoa(64*cores+1))
	lifted, err := needsLaunch(64*host.Cores()+1, ranksPerCoreFlag{65})
	assert.True(t, lifted)
	assert.NoError(t, err)
	assert.ErrorContains(t, ranksPerCoreFlag{64}.allows(1000, 2), "500 ranks per core")
	assert.NoError(t, ranksPerCoreFlag{64}.allows(128, 2))
}
