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

// run2 returns a result with message times on two lines: 0.9 µs and 0.12 ns per byte up to 4 KiB, and 2 µs
// and 0.1 ns per byte beyond.
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

// The messages of a bench.json give the same ts and tw as the table that topocoll fit prints for them. The
// message size m selects the line.
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
	fits, err := ReadFits("pingpong 2 8..x 1 2 3 4 5\nexchange x 4 8..1M 9 1 2 3\n"+
		"pingpong 2 8..1M 9 Inf 1 2\nanything", 1)
	require.NoError(t, err)
	assert.Empty(t, fits.Lines)
	_, err = ReadFits(`{"messages": 3}`, 1)
	assert.ErrorContains(t, err, "not a valid bench.json: json: cannot unmarshal number")
}

// For any text that is dropped on the page, the page reads it or refuses it.
func FuzzMeasured(f *testing.F) {
	for _, text := range []string{"", "{",
		`{"messages":[{"pattern":"pingpong","p":2,"stride":1,"bytes":8,"median_ns":1}]}`,
		"pingpong 2 8..1M 1.5 [1,2] 0.1 [0,1]", "exchange 1 4 8..1M 1 2 3 4",
		"hcube/bcast 8 31.5\nnative 8 1e3", "a", "a 1", "a 99999999999999999999 1"} {
		f.Add(text, 1)
	}
	f.Fuzz(func(t *testing.T, text string, m int) {
		if points, err := readMeasured(text); err == nil {
			measuredCurves(points, nil)
		}
		if fits, err := ReadFits(text, m); err == nil && len(fits.Lines) > 0 &&
			(fits.Suits < 0 || fits.Suits >= len(fits.Lines)) {
			t.Errorf("line %d of %d", fits.Suits, len(fits.Lines))
		}
	})
}
