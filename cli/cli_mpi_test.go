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
	assert.Contains(t, stderr, "how many processes? want -n P")
	_, _, stderr = command("verify", "--n=-1")
	assert.Contains(t, stderr, "-n -1, want 1 to")

	t.Setenv("OMPI_COMM_WORLD_RANK", "0")
	code, _, stderr = command("verify", "-n", "4")
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, stderr, "-n 4 under a launcher, want it left out")
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
	code, _, stderr := command("verify", "-n", "2", "--logical", "0")
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, stderr, "--logical 0, want 1 or more nodes")
}
