package cli

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/bench"
)

// Ranks that share a core must give it away while they wait, unless somebody has chosen otherwise.
func TestMoreRanksThanCoresYield(t *testing.T) {
	os.Unsetenv(yieldVariable)
	command := mpirun(bench.Cores()+1, "program", "bench", "-q")
	assert.Contains(t, command.Env, yieldVariable+"=1")
	assert.Contains(t, command.Args, "--oversubscribe")
	assert.Equal(t, []string{"program", "bench", "-q"}, command.Args[len(command.Args)-3:])

	command = mpirun(bench.Cores(), "program")
	assert.NotContains(t, command.Env, yieldVariable+"=1")
	assert.NotContains(t, command.Args, "--oversubscribe")

	t.Setenv(yieldVariable, "0")
	assert.NotContains(t, mpirun(bench.Cores()+1, "program").Env, yieldVariable+"=1")
}
