//go:build linux && cgo

package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/internal/proctest"
)

// A trial is a run of the built program that lasts long enough for a test to interrupt it.
type trial struct {
	*exec.Cmd
	stdout, stderr bytes.Buffer
	out            string
	ended          chan struct{} // closed when the run has ended
	before         []string      // shared-memory segments of other programs
}

// measuring starts a run on two ranks, in its own process group, as a shell does.
func measuring(t *testing.T, args ...string) *trial {
	needsMpirun(t)
	out := filepath.Join(t.TempDir(), "report")
	r := start(t,
		append([]string{"bench", "-n", "2", "--op", "bcast", "--algo", "hcube/bcast,ring/bcast", "-x", "1",
			"-q", "--stall", "1h", "--out", out}, args...)...)
	r.out = out
	return r
}

// start starts the program and returns when it catches signals. Until then SIGINT is ignored, as for a
// background job of a shell, so that listens can see the change.
func start(t *testing.T, args ...string) *trial {
	name, err := program()
	require.NoError(t, err)
	r := &trial{ended: make(chan struct{}), before: proctest.Segments()}
	r.Cmd = proctest.Command(t, "sh", append([]string{"-c", `trap '' INT; exec "$0" "$@"`, name}, args...)...)
	r.Dir, r.Stdout, r.Stderr = t.TempDir(), &r.stdout, &r.stderr
	r.out = filepath.Join(r.Dir, "report")
	require.NoError(t, r.Start())
	go func() {
		r.Cmd.Wait()
		close(r.ended)
	}()
	t.Cleanup(r.Wait)
	r.await(t, "it listens", func() bool { return r.listens(name, syscall.SIGINT) })
	return r
}

// listens reports whether the process has replaced the shell by the program, and catches a signal.
func (r *trial) listens(program string, signal syscall.Signal) bool {
	program, _ = filepath.EvalSymlinks(program) // the path in /proc has no symbolic links
	exe, _ := os.Readlink(fmt.Sprintf("/proc/%d/exe", r.Process.Pid))
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", r.Process.Pid))
	_, text, _ := strings.Cut(string(status), "SigCgt:\t")
	var set uint64
	_, err := fmt.Sscanf(text, "%x", &set)
	return exe == program && err == nil && set>>(signal-1)&1 == 1
}

func (r *trial) Wait() { <-r.ended }

// status returns the status and the number of cells in bench.json. The file is complete whenever it exists.
func (r *trial) status(t *testing.T) (status string, cells int) {
	text, err := os.ReadFile(filepath.Join(r.out, results.JSONName))
	if os.IsNotExist(err) {
		return "", 0
	}
	require.NoError(t, err)
	var result results.Result
	require.NoError(t, json.Unmarshal(text, &result))
	return result.Status, len(result.Cells)
}

// ranks returns the processes that measure. They run the same program, but mpirun is their parent.
func (r *trial) ranks(t *testing.T) (pids []int) {
	program, err := program()
	require.NoError(t, err)
	for pid, line := range proctest.Running() {
		if strings.HasPrefix(line, program+" bench ") && strings.Contains(line, r.out) &&
			pid != r.Process.Pid {
			pids = append(pids, pid)
		}
	}
	return pids
}

// over waits for the end of the run, and checks the conditions that hold after every kind of end.
func (r *trial) over(t *testing.T) (code int) {
	r.Wait()
	r.stderr = withoutTheLibrary(r.stderr.String())
	assert.Empty(t, r.ranks(t), "ranks are left")
	for _, dir := range []string{"/dev/shm", os.TempDir()} {
		left, err := filepath.Glob(filepath.Join(dir, "topocoll-"+strconv.Itoa(r.Process.Pid)+"-*"))
		require.NoError(t, err)
		assert.Empty(t, left, "folders of the job are left")
	}
	status, cells := r.status(t)
	if status == "" {
		return r.ProcessState.ExitCode()
	}
	if cells > 0 {
		assert.FileExists(t, filepath.Join(r.out, results.PageName), "%s", &r.stderr)
	}
	entries, err := os.ReadDir(r.out)
	require.NoError(t, err)
	for _, entry := range entries {
		assert.Contains(t, append(results.FileNames(), "launch-1", "launch-2"), entry.Name(),
			"something half written is left")
	}
	left := func() []string {
		return slices.DeleteFunc(proctest.Segments(),
			func(s string) bool { return slices.Contains(r.before, s) || proctest.InUse(s) })
	}
	assert.Eventually(t, func() bool { return len(left()) == 0 }, time.Minute, 100*time.Millisecond,
		"segments are left: another job has one unmapped for a moment")
	return r.ProcessState.ExitCode()
}

// await waits until a condition holds. It fails with the output of the run if the run ends first.
func (r *trial) await(t *testing.T, what string, so func() bool) {
	for !so() {
		select {
		case <-r.ended:
			require.Fail(t, "the run has ended before "+what, "%v\n%s%s", r.ProcessState, &r.stdout,
				&r.stderr)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// awaitCells waits until the files in a folder have cells.
func (r *trial) awaitCells(t *testing.T, folder string) {
	r.await(t, "there are cells",
		func() bool { _, cells := (&trial{out: folder}).status(t); return cells > 0 })
}
