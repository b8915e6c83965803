//go:build cgo

package cli

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
)

// loadedFrom returns what a run in a folder has left.
func loadedFrom(t *testing.T, dir string) (r *results.Result, algos []string) {
	r, err := results.Load(filepath.Join(dir, "report", results.JSONName))
	require.NoError(t, err)
	for _, c := range r.Cells {
		algos = append(algos, c.Algo)
	}
	return r, algos
}

func TestBenchUncompiled(t *testing.T) {
	args := []string{"bench", "-n", "2", "--op", "bcast", "--algo", "hcube/bcast", "--size", "8", "-i", "2", "-x", "1", "-q"}
	code, stdout, stderr, dir := started(t, nil, append(args, "--uncompiled", "--time-in-c")...)
	require.Equal(t, exitOK, code, stderr)
	assert.Contains(t, stdout, "# times of native calls, ours and plans are read in C")
	assert.Contains(t, stdout, "     8 go:hcube/bcast ")
	r, algos := loadedFrom(t, dir)
	assert.Equal(t, []string{"native", "hcube/bcast", "go:hcube/bcast"}, algos)
	assert.True(t, r.Env.TimeInC)

	code, stdout, stderr, dir = started(t, mpirunOf(1), "bench", "--op", "bcast", "--algo", "hcube/bcast", "--size", "8", "-i", "2", "-x", "1", "-q")
	require.Equal(t, exitOK, code, stderr)
	assert.NotContains(t, stdout, "read in C")
	r, algos = loadedFrom(t, dir)
	assert.Equal(t, []string{"native", "hcube/bcast"}, algos)
	assert.False(t, r.Env.TimeInC)
}
