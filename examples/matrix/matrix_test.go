package matrix

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// For a matrix that does not fit into memory, Generate returns an error of one line and allocates nothing.
func TestGenerateRefuses(t *testing.T) {
	for _, c := range []struct {
		in   Input
		want string
	}{
		{Input{N: 0}, "-n 0, want 1 or more"},
		{Input{N: -1}, "-n -1, want 1 or more"},
		{Input{N: 4_000_000_000}, "-n 4000000000, want at most "},
		{Input{N: math.MaxInt}, "-n 9223372036854775807, want at most "},
		{Input{N: 10_000_000}, "-n 10000000, want at most "}, // 800 TB
	} {
		_, err := c.in.Generate(8)
		require.Error(t, err, c.want)
		assert.Contains(t, err.Error(), c.want)
		assert.NotContains(t, err.Error(), "\n")
	}
}

func TestVector(t *testing.T) {
	assert.Equal(t, Generate(3, 7).Data[:3], Vector(3, 7), "the first row, without the others")
}
