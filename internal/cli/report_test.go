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

func TestReport(t *testing.T) {
	path := savedResult(t, results.Result{Schema: results.Schema, Status: "complete", Cells: []results.Cell{
		{Subject: results.Subject{Op: "bcast", Algo: "native", P: 4, Bytes: 1024},
			Summary: results.Summary{Median: 2500},
			NativeComparison: results.NativeComparison{NativeMedian: 2500, Ratio: 1,
				Verdict: results.Same}},
		{Subject: results.Subject{Op: "bcast", Algo: "hcube/bcast", P: 4, Bytes: 1024},
			Summary: results.Summary{Median: 2000},
			NativeComparison: results.NativeComparison{NativeMedian: 2500, Ratio: 0.8,
				Verdict: results.Faster}},
	}})
	code, stdout, stderr := command("report", path)
	assert.Equal(t, exit.OK, code, stderr)
	beside := filepath.Join(filepath.Dir(path), "report.html")
	assert.Equal(t, beside+" written\n", stdout)
	page, err := os.ReadFile(beside)
	require.NoError(t, err)
	assert.Equal(t, 1, strings.Count(string(page), "<article>"))

	code, stdout, stderr = command("report", path, path)
	assert.Equal(t, exit.OK, code, stderr)
	assert.Equal(t, filepath.Join(filepath.Dir(path), "reports.html")+" written\n", stdout)
	again, err := os.ReadFile(beside)
	require.NoError(t, err)
	assert.Equal(t, page, again, "the page of the first is still there")

	both := filepath.Join(t.TempDir(), "both.html")
	code, _, stderr = command("report", path, path, "-o", both)
	assert.Equal(t, exit.OK, code, stderr)
	page, err = os.ReadFile(both)
	require.NoError(t, err)
	assert.Equal(t, 2, strings.Count(string(page), "<article>"))
}

func TestReportRefuses(t *testing.T) { refusesFiles(t, "report", "no cells") }

// report accepts the folder of a bench.json. It never replaces a result with a page.
func TestReportOfAFolder(t *testing.T) {
	dir := t.TempDir()
	resultstest.Complete(t, dir)
	code, stdout, stderr := command("report", dir)
	assert.Equal(t, exit.OK, code, stderr)
	assert.Equal(t, filepath.Join(dir, "report.html")+" written\n", stdout)
	before := read(t, dir, results.JSONName)
	for _, flag := range []string{"-o", "--links"} {
		refusesWith(t, exit.BadInput,
			"topocoll: "+dir+" would be overwritten; use a different file for the page or picture\n", "report", dir,
			flag, filepath.Join(dir, results.JSONName))
		assert.Equal(t, before, read(t, dir, results.JSONName))
	}
}

// --links draws one result.
func TestLinksOfOneResult(t *testing.T) {
	file := "testdata/bench.json"
	refuses(t, "report", map[string]string{
		file + " " + file + " --links x.svg": "--links x.svg draws one result, not 2; name one result"})
}

// Control characters in a file name do not reach the terminal.
func TestPathsArePlain(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "\x1b[31m\nred")
	require.NoError(t, os.Mkdir(dir, 0o755))
	path := filepath.Join(dir, "bench.json")
	text, err := os.ReadFile("testdata/bench.json")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, text, 0o644))
	for _, args := range [][]string{{"report", path}, {"report", path, "--links", path + ".svg"},
		{"report", path, "-o", dir + "/\a/x"},
		{"report", dir}, {"compare", path, path}, {"compare", path}, {"fit", "\u202e"},
		{"list", "--op", "\x1b[31m"}} {
		_, stdout, stderr := command(args...)
		assertPlain(t, stdout+stderr)
		assert.NotEmpty(t, stdout+stderr)
	}
}

// refusesFiles runs a command on an empty bench.json, on one with a different schema, and on a missing one.
func refusesFiles(t *testing.T, name, empty string) {
	for path, want := range map[string]string{
		savedResult(t, results.Result{Schema: results.Schema}): empty,
		savedResult(t, results.Result{Schema: 9}):              "schema 9, want 2",
		"nowhere.json": "nowhere.json: no such file",
	} {
		refusesWith(t, exit.BadInput, want, name, path)
	}
}
