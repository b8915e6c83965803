//go:build cgo

package cli

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/bench/results/resultstest"
	"topocoll/bench/results/tables"
	"topocoll/internal/exit"
)

// A run prints an upper limit of its memory, and no rank uses more.
func TestMemoryIsKept(t *testing.T) {
	t.Parallel()
	for _, sizes := range []string{"8,1K", "256K"} {
		code, stdout, stderr,
			dir := started(t, nil, "bench", "-n", "2", "--op", "bcast,alltoall", "--size", sizes, "-i", "5",
			"-x", "1")
		require.Equal(t, exit.OK, code, stderr)
		r := resultstest.Loaded(t, filepath.Join(dir, "report"))
		assert.Contains(t, stdout, "# memory: "+tables.MemoryText(r.Env.MemoryRank, r.Env.MemoryMachine))
		assert.Positive(t, r.Env.MemoryPeak)
		assert.LessOrEqual(t, r.Env.MemoryPeak, r.Env.MemoryRank, sizes)
		assert.LessOrEqual(t, r.Env.MemoryRank, 64<<20+2*(2*2*256<<10))
	}
}

// A run that needs more memory than is free does not begin. It prints one line with the required memory.
func TestTooLittleMemory(t *testing.T) {
	t.Parallel()
	const args = "bench --op alltoall --size 64G --mem-limit 512G"
	const says = "not enough memory: 2 ranks on one machine need up to"
	startedBothWays(t, 2, args, func(_ bool, code int, _, stderr, dir string) {
		assert.Equal(t, exit.BadInput, code, stderr)
		assert.Equal(t, 1, strings.Count(stderr, says), stderr)
		assert.NoFileExists(t, filepath.Join(dir, "report", results.JSONName))
	})
	startedBothWays(t, 2, args+" --dry-run", func(_ bool, code int, stdout, stderr, _ string) {
		assert.Equal(t, exit.OK, code, stderr)
		assert.Contains(t, stdout, says)
	})
}
