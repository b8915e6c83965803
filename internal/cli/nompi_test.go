//go:build !cgo

package cli

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestWithoutMPISaysSo(t *testing.T) {
	for _, args := range [][]string{{"verify", "-n", "4"}, {"bench", "-n", "4"}, {"doctor"}} {
		code, stdout, stderr := command(args...)
		assert.Equal(t, exitRuntime, code)
		assert.Contains(t, stderr, "built without MPI")
		assert.Contains(t, stderr, "these work: list, which, compare, join, fit, report, simulate, explain, book, plan, lint, cluster, completion\n")
		assert.Empty(t, stdout)
	}
}
