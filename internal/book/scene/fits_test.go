package scene

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/internal/fit"
)

// run2 returns a run whose messages take 0.9 µs and 0.12 ns per byte up to 4 KiB, and 2 µs and 0.1 ns beyond.
func run2() *results.Result {
	r := &results.Result{Env: results.Env{Library: map[string]string{"btl_vader_eager_limit": "4096"}}}
	for bytes := 8; bytes <= 1<<20; bytes *= 2 {
		ns := 900 + 0.12*float64(bytes)
		if bytes > 4096 {
			ns = 2000 + 0.1*float64(bytes)
		}
		r.Messages =
			append(r.Messages,
				results.Message{Pattern: "pingpong", Stride: 1, P: 2, Bytes: bytes, N: 9, Median: ns},
				results.Message{Pattern: "exchange", Stride: 2, P: 4, Bytes: bytes, N: 9, Median: 3 * ns})
	}
	return r
}

var fitted = []Fitted{
	{"pingpong, p = 2, 8..4K bytes", 0.9, 0.00096}, {"pingpong, p = 2, 8K..1M bytes", 2, 0.0008},
	{"exchange 2, p = 4, 8..4K bytes", 2.7, 0.00288}, {"exchange 2, p = 4, 8K..1M bytes", 6, 0.0024},
}

// The messages of a bench.json and the table that topocoll fit prints of them give the same ts and tw. m
// selects the line.
func TestFits(t *testing.T) {
	file, err := json.Marshal(run2())
	require.NoError(t, err)
	var table strings.Builder
	fit.WriteTable(&table, run2())
	for _, text := range []string{string(file), table.String()} {
		for m, suits := range map[int]int{1: 0, 500: 0, 960: 1, 1 << 20: 1} {
			fits, err := ReadFits(text, m)
			require.NoError(t, err)
			assert.Equal(t, &Fits{fitted, suits}, fits)
		}
	}
	fits, err := ReadFits("pingpong 2 8..x 1 2 3 4 5\nanything", 1)
	require.NoError(t, err)
	assert.Empty(t, fits.Lines)
	_, err = ReadFits(`{"messages": 3}`, 1)
	assert.ErrorContains(t, err, "not a valid bench.json: json: cannot unmarshal number")
}
