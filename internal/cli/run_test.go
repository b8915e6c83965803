package cli

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/job/ranks"
)

// run rejects a missing program before it starts mpirun.
func TestRunWithoutSuchAProgram(t *testing.T) {
	const want = "; give a program on the PATH, or the path of a program"
	refuses(t, "run -n 2 --",
		map[string]string{"./nosuch": want, "nosuch-program -x": want, ".": want,
			"testdata/bench.json": want})
	refuses(t, "run -n 2", map[string]string{"--launcher srun -- ./x": "unknown flag --launcher before"})
	for _, name := range []string{"sh", "/bin/sh"} {
		_, err := ranks.FindExecutable(name)
		assert.NoError(t, err)
	}
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("a.out", []byte("#!/bin/sh\n"), 0o755))
	path, err := ranks.FindExecutable("a.out")
	require.NoError(t, err)
	assert.Equal(t, "./a.out", path)
}

// Flags that contradict each other, that need another flag, or whose values are out of range are bad input.
func TestRunRefusesFlags(t *testing.T) {
	refuses(t, "run", map[string]string{
		"-n 70000 --plans plans":                "-n 70000, want 1 to",
		"--plans plans":                         "no number of processes given; use -n P, or a launcher",
		"-n-1 --plans plans":                    "-n -1, want 1 to",
		"-n 1":                                  "no program given; use topocoll run -n 1 -- ./program",
		"-n 1 --watch 0.5s -- true":             "--watch 500ms, want at least 1s",
		"-n 1 --abort -- true":                  "--abort needs --watch",
		"-n 1 --check=-1 -- true":               "--check -1, want 0 or more",
		"-n 1 --compare --launches 0 -- true":   "--launches 0, want 1 to",
		"-n 1 --launches 2 -- true":             "--launches 2 needs --compare",
		"-n 1 --compare --plans plans":          "--compare needs a program",
		"-n 1 --compare --off all -- true":      "--compare cannot be used with --off all",
		"-n 1 --compare --check 1 -- true":      "--compare cannot be used with --check, --verbose or --profile",
		"-n 1 --compare --verbose -- true":      "--compare cannot be used with --check, --verbose or --profile",
		"-n 1 --compare --profile file -- true": "--compare cannot be used with --check, --verbose or --profile",
		"-n 1 --profile file --plans plans":     "--profile needs a program",
		"-n 1 --off frob -- true":               `no operation "frob"`,
		"-n 1 --force ring/shift -- true":       "--force ring/shift: MPI has no collective call for shift",
		"-n 1 --library /nowhere.so -- true":    "/nowhere.so: no such file",
	})
}

// Under a launcher, run has no flags for the start of processes, because it becomes the program itself.
func TestRunRefusesUnderALauncher(t *testing.T) {
	t.Setenv("OMPI_COMM_WORLD_RANK", "0")
	refuses(t, "run", map[string]string{
		"-- true": "the launcher does not provide the number of its processes",
	})
	t.Setenv("OMPI_COMM_WORLD_SIZE", "2")
	refuses(t, "run", map[string]string{
		"-n 2 -- true":      "-n 2 cannot be used under a launcher",
		"--compare -- true": "--compare and --plans cannot be used under a launcher; use topocoll run -n 2",
		"--plans plans":     "--compare and --plans cannot be used under a launcher; use topocoll run -n 2",
		"":                  "no program given; use mpirun -n 2 topocoll run ./program",
	})
}
