package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/exit"
	"topocoll/internal/job/ranks"
)

// tuning writes a tuning file and returns its name.
func tuning(t *testing.T, text string) (name string) {
	name = filepath.Join(t.TempDir(), "rules.conf")
	require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
	return name
}

const (
	goodRules = "1\n14 1\n0 1\n0 2 0 0\n" // scan by recursive doubling
	newRules  = "1\n0 1\n0 1\n0 7 0 0\n"  // allgather by an algorithm of 5.0
)

func TestLint(t *testing.T) {
	code, stdout, stderr := command("lint", tuning(t, goodRules), "--mpi", "openmpi-4.1.4")
	assert.Equal(t, exit.OK, code, stderr)
	assert.Contains(t, stdout,
		"of the tuned component (coll_tuned_dynamic_rules_filename) of Open MPI\n\nOpen MPI 4.1.4\nscan, "+
			"any number of ranks")
	assert.Contains(t, stdout, "\n  any size  recursive_doubling  (line 4)\n")

	code, stdout, stderr = command("lint", tuning(t, newRules), "--mpi", "openmpi-4.1.4")
	assert.Equal(t, exit.Slower, code)
	assert.Contains(t, stdout, "wrong: line 4: algorithm 7 of allgather does not exist")
	assert.Contains(t, stderr, ": the library does not apply the file as written; findings: 1")
	code, _, stderr = command("lint", tuning(t, newRules), "--mpi", "openmpi-5.0.7")
	assert.Equal(t, exit.OK, code, stderr)
}

// lint says what it expects instead of a list of variables.
func TestLintOfVariables(t *testing.T) {
	refuses(t, "lint", map[string]string{
		tuning(t, "MPIR_CVAR_BCAST_INTRA_ALGORITHM=binomial\n"): "lists environment variables of MPICH"})
}

// Without an mpirun, the output has every version once. Versions that read the file in the same way are on
// one line.
func TestLintForAllVersions(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	code, stdout, _ := command("lint", tuning(t, newRules))
	assert.Equal(t, exit.Slower, code)
	assert.Contains(t, stdout, "\n\nOpen MPI 4.1.0 to 4.1.7, Open MPI 4.1.8\nallgather")
	assert.Contains(t, stdout,
		"\n\nOpen MPI 5.0.0 to 5.0.6, Open MPI 5.0.7 and later 5.0 releases, Open MPI 6.0\nallgather")
	assert.Equal(t, 2, strings.Count(stdout, "\n\n"))
}

func TestLintOfThisLibrary(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t,
		os.WriteFile(filepath.Join(dir, "mpirun"), []byte("#!/bin/sh\necho 'mpirun (Open MPI) 5.0.3'\n"),
			0o755))
	t.Setenv("PATH", dir)
	_, stdout, _ := command("lint", tuning(t, goodRules))
	if ranks.Library().Name == "Open MPI" {
		assert.Contains(t, stdout, "\n\nOpen MPI 5.0.3\nscan")
	}
}

// The content of a file determines its format.
func TestLintOfOtherFormats(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	code, stdout,
		_ := command("lint", tuning(t, `{"collective=bcast":{"algorithm=MPIR_Bcast_intra_binomial":{}}}`))
	assert.Equal(t, exit.Slower, code, "all other operations are missing")
	assert.Contains(t, stdout, "of MPICH\n\nMPICH 4.0, MPICH 4.1, MPICH 4.2, MPICH 4.3, MPICH 5.0\nbcast\n")

	code, stdout,
		stderr := command("lint", tuning(t, `{"collectives":{"scan":[{"rules":[{"alg":2}]}]}}`), "--mpi",
		"openmpi-6.0.0")
	assert.Equal(t, exit.OK, code, stderr)
	assert.Contains(t, stdout, "scan, any number of ranks")
}

func TestLintRefuses(t *testing.T) {
	t.Chdir(t.TempDir()) // names without the blanks that TMPDIR may have
	const good, long = "rules.conf", "long.conf"
	require.NoError(t, os.WriteFile(good, []byte(goodRules), 0o644))
	require.NoError(t, os.WriteFile(long, make([]byte, 1<<20+1), 0o644))
	refuses(t, "lint", map[string]string{
		"/nowhere": "no such file",
		".":        "is a directory",
		long:       "is larger than 1 MiB, so it cannot be a tuning file",
		good + " --mpi lam-7": "--mpi: MPI version \"lam-7\", want openmpi-X.Y.Z from 4.1 on, or " +
			"mpich-X.Y.Z from 4.0 on",
		good + " --mpi openmpi-3.1": "--mpi: MPI version",
		good + " --mpi mpich-4.0.2": "of Open MPI; give a version of that",
		"":                          `missing <file>; usage: topocoll lint <file>`,
	})
}
