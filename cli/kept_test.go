package cli

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
)

// cutOff leaves the files of a run that was killed after two cells, one a fifth faster than native.
func cutOff(t *testing.T) (dir string) {
	dir = t.TempDir()
	file, err := results.Create(dir, &results.Result{Env: results.Env{P: 2}})
	require.NoError(t, err)
	native := results.Cell{Op: "bcast", Algo: results.Native, P: 2, Bytes: 8}
	ours := results.Cell{Op: "bcast", Algo: "hcube/bcast", P: 2, Bytes: 8}
	for i := range int64(64) {
		native.Samples, ours.Samples = append(native.Samples, 1000+i%7), append(ours.Samples, 800+i%5)
	}
	native.Summarise(native.Samples)
	ours.Summarise(native.Samples)
	require.NoError(t, file.Append([]results.Cell{native, ours}))
	return dir
}

func TestKept(t *testing.T) {
	dir := cutOff(t)
	killed := failure{code: exitRuntime, quiet: true, error: errors.New("exit status 137")}
	b := benchCommand{Out: dir, Stdout: "table"}
	var out bytes.Buffer

	assert.Equal(t, killed, b.kept(&out, time.Now().Add(time.Hour), killed), "files of an earlier run")
	assert.NoError(t, b.kept(&out, time.Time{}, nil))
	assert.Empty(t, out.String())

	err := b.kept(&out, time.Time{}, killed)
	assert.EqualError(t, err, "partial: the run ended before its end (exit status 137); the 2 cells finished are in "+dir)
	f := failure{}
	require.ErrorAs(t, err, &f)
	assert.Equal(t, exitPartial, f.code)
	assert.False(t, f.quiet)
	assert.Contains(t, out.String(), "hcube/bcast                      +")
	page, readErr := os.ReadFile(filepath.Join(dir, "report.html"))
	require.NoError(t, readErr)
	assert.Contains(t, string(page), "hcube/bcast")
	csv, readErr := os.ReadFile(filepath.Join(dir, "bench.csv"))
	require.NoError(t, readErr)
	assert.Contains(t, string(csv), "faster")

	out.Reset()
	assert.Equal(t, killed, b.kept(&out, time.Time{}, killed), "ranks that left a page have said it all")
	assert.Empty(t, out.String())
}
