package cli

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/internal/job/ranks"
)

// A program that is not there is refused before mpirun starts.
func TestRunWithoutSuchAProgram(t *testing.T) {
	const want = "; want a program on the PATH or with its folder"
	refuses(t, "run -n 2 --",
		map[string]string{"./nosuch": want, "nosuch-program -x": want, ".": want,
			"testdata/bench.json": want})
	refuses(t, "run -n 2", map[string]string{"--launcher srun -- ./x": "unknown flag --launcher, want"})
	assert.NoError(t, ranks.CheckExecutable("sh"))
	assert.NoError(t, ranks.CheckExecutable("/bin/sh"))
}
