package arrival

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestPattern(t *testing.T) {
	for text, want := range map[string][]int64{
		"": {0, 0, 0}, "first:1us": {1000, 0, 0}, "last:1us": {0, 0, 1000}, "ramp:1us": {0, 500, 1000},
	} {
		var a Pattern
		require.NoError(t, a.UnmarshalText([]byte(text)))
		late := make([]int64, 3)
		a.Delays(late, nil)
		assert.Equal(t, want, late, text)
	}
	var a Pattern
	require.NoError(t, a.UnmarshalText([]byte("random:1ms")))
	assert.Equal(t, Pattern{"random", time.Millisecond}, a)
	assert.Equal(t, "random:1ms", a.String())
	assert.Equal(t, "last:100us", Pattern{"last", 100 * time.Microsecond}.String())
	one, other, random := make([]int64, 9), make([]int64, 9), rand.New(rand.NewPCG(1, 2))
	a.Delays(one, random)
	a.Delays(other, random)
	assert.NotEqual(t, one, other)
	for _, late := range append(one, other...) {
		assert.GreaterOrEqual(t, late, int64(0))
		assert.LessOrEqual(t, late, int64(1e6))
	}
	for _, text := range []string{"last", "last:", "last:0s", "last:-1us", "last:200ms", "late:1us", ":1us",
		"last:5"} {
		assert.ErrorContains(t, new(Pattern).UnmarshalText([]byte(text)),
			"want one of first, last, ramp, random with a time of at most 100ms", text)
	}
}
