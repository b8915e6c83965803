package results_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/bench/results/tables"
)

// Every result that Load accepts can be judged, written and loaded again. Package cli fuzzes the remaining
// code that reads results.
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

// Every samples file is refused, is ignored, or gives samples that can be judged.
func FuzzSamples(f *testing.F) {
	good, err := results.Load("../../internal/cli/testdata/bench.json")
	require.NoError(f, err)
	written := f.TempDir()
	require.NoError(f, results.Write(written, good))
	text, err := os.ReadFile(filepath.Join(written, results.JSONName))
	require.NoError(f, err)
	packed, err := os.Open(filepath.Join(written, results.SamplesName))
	require.NoError(f, err)
	defer packed.Close()
	zip, err := gzip.NewReader(packed)
	require.NoError(f, err)
	lines, err := io.ReadAll(zip)
	require.NoError(f, err)
	f.Add(lines)
	f.Add(lines[:len(lines)/2])
	f.Fuzz(func(t *testing.T, lines []byte) {
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, results.JSONName), text, 0o644))
		var packed bytes.Buffer
		zip := gzip.NewWriter(&packed)
		_, err := zip.Write(lines)
		require.NoError(t, err)
		require.NoError(t, zip.Close())
		require.NoError(t, os.WriteFile(filepath.Join(dir, results.SamplesName), packed.Bytes(), 0o644))
		r, err := results.Load(filepath.Join(dir, results.JSONName))
		if err != nil {
			return
		}
		results.Judge(r.Cells, true)
		tables.WriteSummary(&bytes.Buffer{}, r)
	})
}
