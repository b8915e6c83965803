package bench

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/bench/results/resultstest"
	"topocoll/internal/cli/measure"
	"topocoll/internal/exit"
	"topocoll/internal/job/ranks"
)

// listening returns the listener of rank 0 in a launch that has begun.
func listening(dir string, at ranks.Launch) *listener {
	l := &listener{Session: &measure.Session{Printing: true, Launch: at, Out: dir},
		report: reporter{dir: dir, format: "csv"}, dir: at.Dir(dir)}
	l.Begin(&results.Result{Env: results.Env{Invocation: results.Invocation{P: 2}}}, 1)
	return l
}

var oneCell = []results.Cell{{Subject: results.Subject{Op: "bcast", Algo: results.Native, P: 2, Bytes: 8}}}

// The first cell of a run moves an earlier result to another folder. A run without cells does not.
func TestEarlierResultIsKept(t *testing.T) {
	dir, only := t.TempDir(), ranks.Launch{Number: 1, Count: 1}
	resultstest.Complete(t, dir)
	first := read(t, dir, results.JSONName)
	err := listening(dir, only).finish(&results.Result{Status: "partial"})
	assert.ErrorContains(t, err, "the run ended before anything was measured (the time limit, --limit")
	assert.Equal(t, exit.Failed, codeOf(err))
	assert.Equal(t, first, read(t, dir, results.JSONName))
	assert.Empty(t, results.LatestRunDir(dir))

	l := listening(dir, only)
	assert.Equal(t, first, read(t, dir, results.JSONName))
	l.Cells(oneCell)
	assert.Equal(t, first, read(t, results.RunDir(dir, 1), results.JSONName))
	require.NoError(t, l.finish(&results.Result{Status: "complete", Cells: oneCell}))
	assert.NotEqual(t, first, read(t, dir, results.JSONName))

	require.NoError(t, listening(dir, only).finish(&results.Result{Status: "complete"}),
		"all that was asked for is left out")
	assert.FileExists(t, results.RunDir(dir, 2)+"/"+results.JSONName)
}

// The launches of a run do not move each other's results.
func TestLaunchesStayTogether(t *testing.T) {
	dir := t.TempDir()
	for number := range 2 {
		l := listening(dir, ranks.Launch{Number: number + 1, Count: 2})
		l.Cells(oneCell)
		require.NoError(t, l.finish(&results.Result{Status: "complete", Cells: oneCell}))
	}
	assert.FileExists(t, results.LaunchDir(dir, 1)+"/"+results.JSONName)
	assert.FileExists(t, results.LaunchDir(dir, 2)+"/"+results.JSONName)
	assert.Empty(t, results.LatestRunDir(dir))
}
