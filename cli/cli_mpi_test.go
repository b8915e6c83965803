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
	assert.Contains(t, stderr, "-n 0, want -n P")

	t.Setenv("OMPI_COMM_WORLD_RANK", "0")
	code, _, stderr = command("verify", "-n", "4")
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, stderr, "-n 4 under a launcher, want it left out")
}
