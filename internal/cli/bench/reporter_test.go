package bench

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/bench/results/resultstest"
	"topocoll/internal/exit"
	"topocoll/internal/job"
)

func TestKept(t *testing.T) {
	dir := resultstest.CutOff(t, t.TempDir())
	killed := ends(job.End{Code: 137})
	var out bytes.Buffer
	r := reporter{out: &out, dir: dir, format: "table"}
	err := r.completeRun(statResult(dir), killed)
	assert.EqualError(t, err, "the run ended before anything was measured (exit status 137)",
		"files of an earlier run")
	assert.Equal(t, exit.Failed, codeOf(err))
	assert.Empty(t, out.String())

	assert.EqualError(t, r.completeRun(statResult(dir), nil),
		"the run ended before anything was measured (exit status 0)", "whatever mpirun says")

	err = r.completeRun(nil, killed)
	assert.EqualError(t, err,
		"partial: the run was cut short (exit status 137); the 2 finished cells are in "+dir)
	assert.Equal(t, exit.Partial, codeOf(err))
	assert.Contains(t, out.String(), "hcube/bcast                      +")
	assert.Contains(t, read(t, dir, results.PageName), "hcube/bcast")
	assert.Contains(t, read(t, dir, results.CSVName), "faster")

	said := ends(job.End{Code: exit.Partial, Said: true})
	err = r.completeRun(nil, said)
	assert.Equal(t, exit.Partial, codeOf(err))
	assert.Equal(t, exit.Partial, exit.Report(&out, err))
	assert.NotContains(t, out.String(), "exit status 5", "the ranks have said why")
}

// A signal after the end of all work does not change the outcome, but a crash then makes the run fail.
func TestEndOfACompleteRun(t *testing.T) {
	dir := t.TempDir()
	resultstest.Complete(t, dir)
	var out bytes.Buffer
	r := reporter{out: &out, dir: dir, format: "table"}
	assert.NoError(t, r.completeRun(nil, nil))
	assert.FileExists(t, filepath.Join(dir, results.PageName))
	assert.NoError(t, r.completeRun(nil, ends(job.End{Caught: os.Interrupt})))
	err := r.completeRun(nil, ends(job.End{Code: 134}))
	assert.EqualError(t, err, "the run is complete, but its ranks did not exit cleanly (exit status 134)")
	assert.Equal(t, exit.Failed, codeOf(err))
}

func ends(e job.End) error { return exit.Error{Code: e.Code, Quiet: true, Err: e} }

func codeOf(err error) int { return exit.Report(io.Discard, err) }

func read(t *testing.T, dir, name string) string {
	text, err := os.ReadFile(filepath.Join(dir, name))
	require.NoError(t, err)
	return string(text)
}
