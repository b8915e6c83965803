//go:build linux && cgo

package cli

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/bench/results/resultstest"
	"topocoll/internal/exit"
)

// Each of two launches writes a folder. The run writes one joined result and one table, and moves an earlier
// result. Files that belong to no run stay in place.
func TestLaunches(t *testing.T) {
	t.Parallel()
	out := filepath.Join(t.TempDir(), "report")
	stale, mine := filepath.Join(out, "launch-7"), filepath.Join(out, "launch-8", "notes")
	require.NoError(t, os.MkdirAll(filepath.Dir(mine), 0o755))
	require.NoError(t, os.WriteFile(mine, nil, 0o644))
	resultstest.Complete(t, stale)
	args := []string{"bench", "-n", "2", "--op", "bcast,scan", "--algo", "hcube", "--size", "8", "-i", "8",
		"-x", "1", "--out", out}
	code, stdout, stderr, _ := started(t, nil, append(args, "--launches", "2")...)
	require.Equal(t, exit.OK, code, stderr)
	assert.NoDirExists(t, stale)
	assert.FileExists(t, mine)
	assert.FileExists(t, filepath.Join(results.RunDir(out, 1), "launch-7", results.JSONName))
	assert.Equal(t,
		"launch 1/2 [  0/2] on 2 ranks\nkept: the earlier result in "+out+" was moved to "+results.RunDir(out, 1)+
			"\nlaunch 2/2 [  0/2] on 2 ranks\n", stderr)
	assert.Equal(t, 1, strings.Count(stdout, "# bcast, 2 ranks; bytes"))
	assert.Equal(t, 1, strings.Count(stdout, "# 2 launches, one after the other"))
	assert.FileExists(t, filepath.Join(out, results.PageName))
	status, launches, samples := of(t, out)
	assert.Equal(t, "complete", status)
	assert.Equal(t, []int{8, 8}, launches)
	assert.Equal(t, 16, samples)
	for number, first := range map[int]string{1: "bcast", 2: "scan"} {
		r := resultstest.Loaded(t, results.LaunchDir(out, number))
		assert.Equal(t, uint64(number), r.Env.Seed)
		assert.Equal(t, first, r.Cells[0].Op, "launches differ in what they begin with")
	}

	code, _, stderr, _ = started(t, nil, args...)
	require.Equal(t, exit.OK, code, stderr)
	assert.NoDirExists(t, results.LaunchDir(out, 1))
	assert.NoDirExists(t, results.LaunchDir(out, 2))
	_, launches, _ = of(t, out)
	assert.Empty(t, launches)
	_, launches, _ = of(t, results.RunDir(out, 2))
	assert.Equal(t, []int{8, 8}, launches, "those of the run before, with its page and its launches")
	assert.FileExists(t, filepath.Join(results.RunDir(out, 2), results.PageName))
	assert.FileExists(t, filepath.Join(results.LaunchDir(results.RunDir(out, 2), 2), results.JSONName))
}

// A run that ends in its second launch keeps the results of the first one, and the finished cells of the
// second one.
func TestSystemInterruptedInTheSecondLaunch(t *testing.T) {
	r := measuring(t, "--launches", "2", "--size", "8:1M:x2", "-i", "1000") // leaves time for the signal
	second := results.LaunchDir(r.out, 2)
	r.awaitCells(t, second)
	status, cells := r.status(t)
	assert.Equal(t, "partial", status, "there is more to come")
	require.NoError(t, r.Process.Signal(syscall.SIGTERM))
	assert.Equal(t, exit.Partial, r.over(t), "%s", &r.stderr)
	assert.Equal(t,
		"topocoll: partial: the run was cut short (terminated); the "+strconv.Itoa(cells)+
			" finished cells are in "+r.out+"\n", r.stderr.String())
	_, launches, _ := of(t, r.out)
	assert.Equal(t, []int{1000, 1000}, launches)
	whole := resultstest.Loaded(t, r.out)
	assert.Equal(t, []int{1000}, whole.Cells[len(whole.Cells)-1].LaunchN)
}

// Under the user's launcher, a run has one launch. --launches 2 is rejected there, and a preset does not
// increase the number.
func TestLaunchesUnderAnotherLauncher(t *testing.T) {
	t.Parallel()
	mpirun := mpirunOf(1)
	code, _, stderr, dir := started(t, mpirun, "bench", "--launches", "2")
	assert.Equal(t, exit.BadInput, code)
	assert.Equal(t, 1,
		strings.Count(stderr,
			"topocoll: --launches 2 cannot be used under a launcher; start topocoll bench 2 times with "+
				"--out A, "+
				"--out B"), stderr)
	assert.True(t, empty(t, dir))
	code, _, stderr,
		dir = started(t, mpirun, "bench", "--preset", "quick", "--op", "barrier", "-i", "2", "-x", "1")
	assert.Equal(t, exit.OK, code, stderr)
	assert.NoDirExists(t, results.LaunchDir(filepath.Join(dir, "report"), 1))
}
