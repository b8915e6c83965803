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
