package matrix

import (
	"math"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Load returns an error of one line for a matrix that cannot be loaded. It does not allocate the matrix
// first, and it does not wait for a pipe.
func TestLoadRefuses(t *testing.T) {
	dir := t.TempDir()
	fifo, short := filepath.Join(dir, "fifo"), filepath.Join(dir, "short.mtx")
	require.NoError(t, syscall.Mkfifo(fifo, 0o600))
	require.NoError(t,
		os.WriteFile(short, []byte("%%MatrixMarket matrix array real general\n9999999 9999999\n1\n"), 0o600))
	for _, c := range []struct {
		in   Input
		want string
	}{
		{Input{N: 0}, "-n 0, want 1 or more"},
		{Input{N: -1}, "-n -1, want 1 or more"},
		{Input{N: 4_000_000_000}, "-n 4000000000, want at most "},
		{Input{N: math.MaxInt}, "-n 9223372036854775807, want at most "},
		{Input{N: 10_000_000}, "-n 10000000, want at most "}, // 800 TB
		{Input{File: fifo}, fifo + ": not a regular file"},
		{Input{File: dir}, dir + ": not a regular file"},
		{Input{File: dir + "/nope"}, dir + "/nope: no such file or directory"},
		{Input{File: short}, short + ": line 2: a matrix of 9999999 x 9999999"},
	} {
		_, err := c.in.Load(8)
		require.Error(t, err, c.want)
		assert.Contains(t, err.Error(), c.want)
		assert.NotContains(t, err.Error(), "\n")
	}
}

func TestVector(t *testing.T) {
	assert.Equal(t, Generate(3, 7).Data[:3], Vector(3, 7), "the first row, without the others")
}
