package cluster

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/job/launcher"
	"topocoll/topo"
)

// The version of mpirun determines its arguments. Each word reaches it unchanged.
func TestSystemLaunches(t *testing.T) {
	spec, err := topo.ParseFabric("star:2,slots=2")
	require.NoError(t, err)
	agent := fmt.Sprintf("/proc/%d/exe", os.Getpid())
	for says, c := range map[string]struct {
		library launcher.Library
		words   []string // consecutive words of the command
	}{
		"mpirun (Open MPI) 4.1.4": {launcher.OpenMPI, []string{"-n", "3", "--host",
			"h0:2,h1:2", "--map-by", "slot", "plm_rsh_agent", agent + " cluster enter", "btl",
			"vader,self,tcp", "a b"}},
		"mpirun (Open MPI) 5.0.7": {launcher.OpenMPI, []string{"-n", "3", "--host",
			"h0:2,h1:2", "--map-by", "slot", "plm_ssh_agent", agent + " cluster enter", "btl", "sm,self,tcp",
			"a b"}},
		"HYDRA build details:\n    Version:   4.2.1": {launcher.MPICH, []string{"-n", "3", "-hosts",
			"h0:2,h1:2", "-launcher-exec", agent, "a b"}},
	} {
		l, err := findLaunchTemplate(c.library, saying(t, says))
		require.NoError(t, err, says)
		words := l.commandLine(spec, 3, BySlot, []string{"a b"})
		for _, want := range c.words {
			at := slices.Index(words, want)
			require.NotEqual(t, -1, at, "%s: %q in %q", says, want, words)
			words = words[at+1:]
		}
		assert.NotContains(t, strings.Join(l.commandLine(spec, 3, BySlot, nil), " "), "{", says)
	}
	mpirun := saying(t, "mpirun (Open MPI) 3.1.6")
	_, err = findLaunchTemplate(launcher.OpenMPI, mpirun)
	assert.EqualError(t, err,
		mpirun+" cannot start ranks on an emulated network; use the mpirun of Open MPI 4 or Open MPI 5")
	mpirun = saying(t, "HYDRA build details:\n    Version:   3.4.1")
	_, err = findLaunchTemplate(launcher.MPICH, mpirun)
	assert.EqualError(t, err, mpirun+" cannot start ranks on an emulated network; use the mpirun of MPICH 4")
}

// saying returns a program that prints a text.
func saying(t *testing.T, text string) string {
	name := filepath.Join(t.TempDir(), "mpirun")
	require.NoError(t, os.WriteFile(name, []byte("#!/bin/sh\ncat <<end\n"+text+"\nend\n"), 0o755))
	return name
}
