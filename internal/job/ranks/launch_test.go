//go:build cgo

package ranks

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/internal/host"
	"topocoll/internal/job/launcher"
)

// Ranks that share a core yield it while they wait, unless the user has set the variable.
func TestMoreRanksThanCoresYield(t *testing.T) {
	os.Unsetenv(yieldVariable)
	words, environment := mpirunOptions(launcher.OpenMPI, host.Cores()+1)
	assert.Contains(t, environment, yieldVariable+"=1")
	assert.Contains(t, words, "--oversubscribe")
	words, environment = mpirunOptions(launcher.OpenMPI, host.Cores())
	assert.NotContains(t, environment, yieldVariable+"=1")
	assert.NotContains(t, words, "--oversubscribe")
	t.Setenv(yieldVariable, "0")
	_, environment = mpirunOptions(launcher.OpenMPI, host.Cores()+1)
	assert.NotContains(t, environment, yieldVariable+"=1")

	os.Unsetenv(pollsVariable)
	_, environment = mpirunOptions(launcher.MPICH, host.Cores()+1)
	assert.Equal(t, []string{pollsVariable + "=1"}, environment)
	_, environment = mpirunOptions(launcher.MPICH, host.Cores())
	assert.Empty(t, environment)
	t.Setenv(pollsVariable, "0")
	_, environment = mpirunOptions(launcher.MPICH, host.Cores()+1)
	assert.Empty(t, environment)
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
