package bench

import (
	"bytes"
	"errors"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench"
	"topocoll/bench/results"
	"topocoll/bench/results/resultstest"
	"topocoll/internal/exit"
	"topocoll/internal/job"
	"topocoll/internal/job/ranks"
)

// of returns the status of the result in a folder. It also returns the numbers of samples of the second cell,
// per launch and in total.
func of(t *testing.T, dir string) (status string, launches []int, samples int) {
	r := resultstest.Loaded(t, dir)
	return r.Status, r.Cells[1].LaunchN, len(r.Cells[1].Samples)
}

// After each launch, the results so far are joined. The run ends with the outcome of its last launch.
func TestEndsOfLaunches(t *testing.T) {
	quick := func(dir string) error { resultstest.Complete(t, dir); return nil }
	for name, c := range map[string]struct {
		second func(dir string) error
		limit  time.Duration
		code   int
		says   string
		of     []int
	}{
		"whole": {second: quick, of: []int{64, 64}},
		"cut off": {code: exit.Partial,
			says: "partial: the run was cut short (terminated); the 2 finished cells are in ",
			of:   []int{64, 64},
			second: func(
				dir string) error {
				resultstest.CutOff(t, dir)
				return ends(job.End{Caught: syscall.SIGTERM})
			}},
		"said": {code: exit.Partial, of: []int{64, 64},
			second: func(
				dir string) error {
				resultstest.CutOff(t, dir)
				return ends(job.End{Code: exit.Partial, Said: true})
			}},
		"nothing left": {code: exit.Partial,
			says: "partial: the run was cut short (exit status 137); the 2 finished cells", of: []int{64},
			second: func(string) error { return ends(job.End{Code: 137}) }},
		"not started": {code: exit.Partial, says: "partial: the run was cut short (no mpirun); the 2 finished " +
			"cells",
			of:     []int{64},
			second: func(string) error { return errors.New("no mpirun") }},
		"crash at its end": {code: exit.Failed,
			says:   "the run is complete, but its ranks did not exit cleanly (exit status 134)",
			of:     []int{64, 64},
			second: func(dir string) error { resultstest.Complete(t, dir); return ends(job.End{Code: 134}) }},
		"wrong result": {code: exit.WrongResult, of: []int{64},
			second: func(dir string) error {
				resultstest.CutOff(t, dir)
				return exit.Error{Code: exit.WrongResult, Quiet: true, Err: job.End{}}
			}},
		"bad input": {code: exit.BadInput, of: []int{64},
			second: func(
				string) error {
				return exit.Error{Code: exit.BadInput, Quiet: true, Err: job.End{}}
			}},
		"limit over": {limit: time.Nanosecond, code: exit.Partial,
			says: "(--limit 1ns leaves no time for another launch after launch 1 of 2); the 2 finished cells",
			of:   []int{64}},
	} {
		var out, errs bytes.Buffer
		r, starts := reporter{out: &out, dir: t.TempDir(), format: "table", launches: 2, limit: c.limit}, 0
		code := exit.Report(&errs, r.runLaunches(func(at ranks.Launch) error {
			starts++
			if starts == 1 {
				return quick(at.Dir(r.dir))
			}
			return c.second(at.Dir(r.dir))
		}))
		assert.Equal(t, c.code, code, "%s: %s", name, &errs)
		assert.Contains(t, errs.String(), c.says, name)
		assert.Equal(t, c.says != "", errs.Len() > 0, "%s: %s", name, &errs)
		status, launches, samples := of(t, r.dir)
		assert.Equal(t, name == "whole" || name == "crash at its end", status == "complete", name)
		assert.Equal(t, c.of, launches, name)
		assert.Equal(t, 64*len(c.of), samples, name)
		if code != exit.WrongResult && code != exit.BadInput {
			assert.FileExists(t, filepath.Join(r.dir, results.PageName), name)
			assert.Equal(t, 1, strings.Count(out.String(), "#bytes algorithm"), name)
		}
	}
}

// After a signal, no other launch begins. This also holds if the signal arrives between two launches, or
// too late to end the first one.
func TestSignalBetweenLaunches(t *testing.T) {
	for _, first := range []error{nil, ends(job.End{Caught: syscall.SIGTERM})} {
		var out bytes.Buffer
		r, starts := reporter{out: &out, dir: t.TempDir(), format: "table", launches: 3}, 0
		err := r.runLaunches(func(at ranks.Launch) error {
			starts++
			resultstest.Complete(t, at.Dir(r.dir))
			heard := make(chan os.Signal, 1)
			signal.Notify(heard, syscall.SIGTERM)
			require.NoError(t, syscall.Kill(os.Getpid(), syscall.SIGTERM))
			<-heard
			signal.Stop(heard) // waits until all listeners have received the signal
			return first
		})
		assert.Equal(t, 1, starts)
		assert.EqualError(t, err,
			"partial: the run was cut short (terminated); the 2 finished cells are in "+r.dir)
		assert.Equal(t, exit.Partial, codeOf(err))
	}
}

// Launches that cannot be joined stay in their own folders.
func TestLaunchesThatCannotBeJoined(t *testing.T) {
	r, starts := reporter{dir: t.TempDir(), launches: 3}, 0
	require.NoError(t, os.Mkdir(filepath.Join(r.dir, results.JSONName), 0o755))
	err := r.runLaunches(func(at ranks.Launch) error {
		starts++
		resultstest.Complete(t, at.Dir(r.dir))
		return nil
	})
	assert.Equal(t, 1, starts)
	assert.Equal(t, exit.Partial, codeOf(err))
	assert.EqualError(t, err,
		"partial: "+r.dir+"/bench.json: file exists; each launch has its own folder in "+r.dir)
}

// If the first launch writes no result, the run ends without a result.
func TestNoLaunchLeavesAnything(t *testing.T) {
	r := reporter{dir: t.TempDir(), launches: 2}
	for _, c := range []struct {
		err  error
		code int
	}{{ends(job.End{Code: 137}), exit.Failed}, {exit.Usagef("no"),
		exit.BadInput}, {errors.New("mpirun is not on the PATH"), exit.Failed}} {
		assert.Equal(t, c.code, codeOf(r.runLaunches(func(ranks.Launch) error { return c.err })))
	}
}

// A launch gets its share of the time, its own seed, and the time that is left of --limit.
func TestShareOfALaunch(t *testing.T) {
	t.Setenv(job.Variable, ranks.Launch{Number: 2, Count: 3, Left: time.Minute}.Context().String())
	at := ranks.ThisLaunch()
	assert.Equal(t, bench.Config{Effort: bench.Effort{Time: time.Second, Limit: time.Minute}, Seed: 8,
		Launch: 1},
		launchConfig(at, bench.Config{Effort: bench.Effort{Time: 3 * time.Second, Limit: time.Hour}, Seed: 7}))
	t.Setenv(job.Variable, "")
	cfg := bench.Config{Effort: bench.Effort{Time: time.Second, Limit: time.Hour}, Seed: 7}
	assert.Equal(t, cfg, launchConfig(ranks.ThisLaunch(), cfg))
}
