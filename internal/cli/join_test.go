package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/bench/results/resultstest"
	"topocoll/internal/exit"
)

func TestJoinCommand(t *testing.T) {
	a, b, out := resultstest.CutOff(t, t.TempDir()), t.TempDir(), filepath.Join(t.TempDir(), "all")
	resultstest.Complete(t, b)
	first, second := filepath.Join(a, results.JSONName), filepath.Join(b, results.JSONName)
	code, stdout, stderr := command("join", first, second, "-o", out)
	require.Equal(t, exit.OK, code, stderr)
	assert.Equal(t, 1, strings.Count(stdout, "#bytes algorithm"))
	assert.Contains(t, stdout,
		out+": bench.json with bench-samples.jsonl.gz, bench.csv and report.html written")
	status, launches, samples := of(t, out)
	assert.Equal(t, "partial", status)
	assert.Equal(t, []int{64, 64}, launches)
	assert.Equal(t, 128, samples)
	assert.Contains(t, read(t, out, results.CSVName), "faster")

	code, _, stderr = command("join", filepath.Join(out, results.JSONName), second, "-o", out+"2")
	require.Equal(t, exit.OK, code, stderr)
	_, launches, _ = of(t, out+"2")
	assert.Equal(t, []int{64, 64, 64}, launches)
}

// Launches in the folder of the result stay there. An earlier result in it is not lost.
func TestJoinKeeps(t *testing.T) {
	dir := t.TempDir()
	for _, folder := range []string{dir, results.LaunchDir(dir, 1), results.LaunchDir(dir, 2),
		results.LaunchDir(dir, 3)} {
		resultstest.Complete(t, folder)
	}
	code, stdout, stderr := command("join", results.LaunchDir(dir, 1), results.LaunchDir(dir, 2), "-o", dir)
	require.Equal(t, exit.OK, code, stderr)
	assert.Contains(t, stdout,
		dir+": bench.json with bench-samples.jsonl.gz, bench.csv and report.html written; the "+
			"earlier run is in "+results.RunDir(dir, 1)+
			"\n")
	_, launches, _ := of(t, dir)
	assert.Equal(t, []int{64, 64}, launches)
	_, launches, _ = of(t, results.RunDir(dir, 1))
	assert.Empty(t, launches)
	assert.FileExists(t, filepath.Join(results.LaunchDir(dir, 2), results.JSONName))
	assert.FileExists(t, filepath.Join(results.LaunchDir(results.RunDir(dir, 1), 3), results.JSONName),
		"of the earlier result")
}

func TestJoinCommandRefuses(t *testing.T) {
	a := filepath.Join(resultstest.CutOff(t, t.TempDir()), results.JSONName)
	scan := savedResult(t,
		results.Result{Schema: results.Schema,
			Cells: []results.Cell{{Subject: results.Subject{Op: "scan", Algo: results.Native, P: 2},
				SampleLists: results.SampleLists{Samples: []int64{1}}}}})
	dir := filepath.Join(t.TempDir(), "none")
	for want, args := range map[string][]string{
		"join " + a + ": only one file, want two": {a, "-o", dir},
		"missing --out=DIR":                       {a, a},
		scan + " cannot be joined: it shares no combination of operation, ranks and size with the first " +
			"launch: it has scan p=2": {a, scan, "-o",
			dir},
		"nowhere.json: no such file":        {a, "nowhere.json", "-o", dir},
		"want a folder that can be written": {a, a, "-o", "/proc/nowhere"},
		"would replace " + a +
			"; use a different folder": {savedResult(t, sampledAt(1000, 1)), a, "-o", filepath.Dir(a)},
	} {
		refusesWith(t, exit.BadInput, want, append([]string{"join"}, args...)...)
		assert.NoDirExists(t, dir)
	}
	_, err := os.Stat(a)
	assert.NoError(t, err)
}
