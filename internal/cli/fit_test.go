package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/internal/exit"
)

// savedResult writes a result to a file and returns its name.
func savedResult(t *testing.T, r results.Result) string {
	path := filepath.Join(t.TempDir(), "bench.json")
	text, err := json.Marshal(r)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, text, 0o644))
	return path
}

func TestFit(t *testing.T) {
	r := results.Result{Schema: results.Schema,
		Cells: []results.Cell{{Subject: results.Subject{Op: "bcast", Algo: "hcube/bcast", P: 4, Bytes: 1024,
			Type: "float64"},
			Summary: results.Summary{Median: 2500},
			LinkUse: results.LinkUse{Counters: results.Counters{Messages: 2,
				Bytes: 2048}}}}}
	for bytes := 8; bytes <= 1<<20; bytes *= 2 {
		r.Messages =
			append(r.Messages,
				results.Message{Pattern: "pingpong", Stride: 1, P: 4, Bytes: bytes,
					Median: 1000 + 0.25*float64(bytes)})
	}
	path := savedResult(t, r)
	code, stdout, stderr := command("fit", path)
	assert.Equal(t, exit.OK, code, stderr)
	assert.Contains(t, stdout,
		"  pingpong      4      8..1M   18    1.000    0.25   4.00\n")
	assert.Contains(t, stdout, "    1K hcube/bcast                      2.50     2.51   +0.5%")
}

// fit accepts the folder of a bench.json. It prints the state of the caches during the measurement of
// messages, because ts depends on it.
func TestFitOfAFolder(t *testing.T) {
	for cache, want := range map[string]string{results.Cold: "# messages with cold caches, like the calls",
		results.Warm: "# messages with warm caches", "": "# t = ts"} {
		path := savedResult(t, results.Result{Schema: results.Schema,
			Env:      results.Env{CallForm: results.CallForm{Cache: cache}},
			Messages: []results.Message{{Pattern: "pingpong", Stride: 1, P: 2, Bytes: 8, Median: 1000}}})
		code, stdout, stderr := command("fit", filepath.Dir(path))
		assert.Equal(t, exit.OK, code, stderr)
		assert.True(t, strings.HasPrefix(stdout, want), stdout)
	}
}

func TestFitRefuses(t *testing.T) { refusesFiles(t, "fit", "no messages to fit") }
