package results_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/bench/results/tables"
)

// Every result that Load accepts can be judged, written and loaded again. Package cli fuzzes the other code
// that reads results.
func FuzzLoad(f *testing.F) {
	good, err := os.ReadFile("../../internal/cli/testdata/bench.json")
	require.NoError(f, err)
	f.Add(good)
	for _, text := range []string{"", "null", `{"schema":2}`,
		`{"schema":2,"status":"complete","cells":[{"operation":"bcast","algorithm":"native","p":2,` +
			`"bytes":8,"median_ns":1}]}`,
		`{"schema":2,"env":{"p":9223372036854775807},"messages":[{"p":2,"stride":-1}]}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		dir := t.TempDir()
		name := filepath.Join(dir, results.JSONName)
		require.NoError(t, os.WriteFile(name, text, 0o644))
		r, err := results.Load(name)
		if err != nil {
			return
		}
		results.Judge(r.Cells, true)
		tables.WriteSummary(&bytes.Buffer{}, r)
		require.NoError(t, results.Write(dir, r))
		_, err = results.Load(name)
		require.NoError(t, err)
	})
}
