//go:build !cgo

package cli

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/internal/exit"
)

func TestWithoutMPISaysSo(t *testing.T) {
	for _, args := range [][]string{{"verify", "-n", "4"}, {"bench", "-n", "4"}, {"doctor"}, {"probe"}} {
		code, stdout, stderr := command(args...)
		assert.Equal(t, exit.Failed, code)
		assert.Contains(t, stderr, "built without MPI")
		assert.Contains(t, stderr,
			"these commands work: compare, join, report, which, profile, lint, list, explain, simulate, plan, "+
				"plan check, fit, book, pack, cluster, completion\n")
		assert.Empty(t, stdout)
	}
}
