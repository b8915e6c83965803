//go:build cgo

package cli

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Whether to start processes is known before any are started.
func TestNeedsLaunch(t *testing.T) {
	code, _, stderr := command("verify")
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, stderr, "no number of processes, want -n P")
	for _, n := range []string{"-1", "65537", "99999999999999"} { // of the last mpirun made nothing, for minutes
		code, _, stderr = command("verify", "--n="+n)
		assert.Equal(t, exitUsage, code)
		assert.Contains(t, stderr, "-n "+n+", want 1 to 65536 processes")
	}

	t.Setenv("OMPI_COMM_WORLD_RANK", "0")
	code, _, stderr = command("verify", "-n", "4")
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, stderr, "-n 4 under a launcher, want no -n: mpirun or srun sets the number of processes")
}

// The ranks that our own -n started have it among their arguments, in whatever spelling, and are not told off.
func TestTheRanksOfMinusN(t *testing.T) {
	t.Setenv("OMPI_COMM_WORLD_RANK", "0")
	t.Setenv(startedVariable, "1")
	start, err := needsLaunch(2)
	assert.NoError(t, err)
	assert.False(t, start)
}

func TestBadVerify(t *testing.T) {
	for _, k := range []string{"0", "-1", "1025", "99999999999"} {
		code, _, stderr := command("verify", "-n", "2", "--logical="+k)
		assert.Equal(t, exitUsage, code)
		assert.Equal(t, "topocoll: --logical "+k+", want 1 to 1024 nodes\n", stderr)
	}
}
