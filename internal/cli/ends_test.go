//go:build linux && cgo

package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
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
	"topocoll/internal/jobs"
	"topocoll/internal/proctest"
)

// A trial is the built program measuring, so long that a test can come between.
type trial struct {
	*exec.Cmd
	stdout, stderr bytes.Buffer
	out            string
	ended          chan struct{} // closed
	before         []string      // segments of others
}

// segments are the shared memory of Open MPI's ranks.
func segments() []string {
	names, _ := filepath.Glob("/dev/shm/vader_segment.*")
	return names
}

// measuring starts a run on two ranks, in a process group of its own as a shell does.
func measuring(t *testing.T, args ...string) *trial {
	needsMpirun(t)
	out := filepath.Join(t.TempDir(), "report")
	r := start(t, append([]string{"bench", "-n", "2", "--op", "bcast", "--algo", "hcube/bcast,ring/bcast", "-x", "1", "-q", "--stall", "1h", "--out", out}, args...)...)
	r.out = out
	return r
}

// start starts the program and returns when it listens to signals. Until then SIGINT is ignored, as in the background of a
// shell; so it can be seen.
func start(t *testing.T, args ...string) *trial {
	name, err := program()
	require.NoError(t, err)
	r := &trial{ended: make(chan struct{}), before: segments()}
	r.Cmd = proctest.Command(t, "sh", append([]string{"-c", `trap '' INT; exec "$0" "$@"`, name}, args...)...)
	r.Dir, r.Stdout, r.Stderr = t.TempDir(), &r.stdout, &r.stderr
	r.out = filepath.Join(r.Dir, "report")
	require.NoError(t, r.Start())
	go func() {
		r.Cmd.Wait()
		close(r.ended)
	}()
	t.Cleanup(r.Wait)
	r.await(t, "it listens", func() bool { return !r.ignores(syscall.SIGINT) })
	return r
}

// ignores reports whether the program ignores a signal.
func (r *trial) ignores(signal syscall.Signal) bool {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", r.Process.Pid))
	_, text, _ := strings.Cut(string(status), "SigIgn:\t")
	var set uint64
	_, err := fmt.Sscanf(text, "%x", &set)
	return err != nil || set>>(signal-1)&1 == 1
}

func (r *trial) Wait() { <-r.ended }

// status is what bench.json says, which is whole whenever it is there.
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

// ranks are the processes that measure: this program as well, but their parent is mpirun.
func (r *trial) ranks(t *testing.T) (pids []int) {
	program, err := program()
	require.NoError(t, err)
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	require.NoError(t, err)
	for _, file := range files {
		line, _ := os.ReadFile(file)
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		if bytes.HasPrefix(line, []byte(program+"\x00bench")) && bytes.Contains(line, []byte(r.out)) && pid != r.Process.Pid {
			pids = append(pids, pid)
		}
	}
	return pids
}

// over waits for the end and looks at what has to be so however it came.
func (r *trial) over(t *testing.T) (code int) {
	r.Wait()
	r.stderr = withoutLibevent(r.stderr.String())
	assert.Empty(t, r.ranks(t), "ranks are left")
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
		assert.Contains(t, []string{results.JSONName, results.CSVName, results.PageName, "launch-1", "launch-2"}, entry.Name(), "something half written is left")
	}
	left := func() []string {
		return slices.DeleteFunc(segments(), func(s string) bool { return slices.Contains(r.before, s) || mapped(s) })
	}
	assert.Eventually(t, func() bool { return len(left()) == 0 }, time.Minute, 100*time.Millisecond, "segments are left: another job has one unmapped for a moment")
	return r.ProcessState.ExitCode()
}

// mapped reports whether some process has a file in its memory: other jobs may be under way.
func mapped(file string) bool {
	maps, _ := filepath.Glob("/proc/[0-9]*/maps")
	for _, name := range maps {
		if text, err := os.ReadFile(name); err == nil && bytes.Contains(text, []byte(file)) {
			return true
		}
	}
	return false
}

// awaitCells waits for the first cells of the run, or of one launch: those in a folder. If the run ends without any, the test
// says with what.
// await waits until something is so, and fails with what the run has said if it ends before.
func (r *trial) await(t *testing.T, what string, so func() bool) {
	for !so() {
		select {
		case <-r.ended:
			require.Fail(t, "the run has ended before "+what, "%v\n%s%s", r.ProcessState, &r.stdout, &r.stderr)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// awaitCells waits until the files in a folder have cells.
func (r *trial) awaitCells(t *testing.T, folder string) {
	r.await(t, "there are cells", func() bool { _, cells := (&trial{out: folder}).status(t); return cells > 0 })
}

// A rank that crashes, of whatever, is no bad input: what was measured is kept, with the page, and it is said.
func TestCrashes(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGABRT, syscall.SIGSEGV, syscall.SIGKILL} {
		r := measuring(t, "--size", "8:1M:x2", "-i", "30000")
		r.awaitCells(t, r.out)
		require.NoError(t, syscall.Kill(r.ranks(t)[0], signal))
		assert.Equal(t, exitPartial, r.over(t), "%v: %s", signal, &r.stderr)
		assert.Contains(t, r.stderr.String(), "partial: the run was cut short (exit status ", signal)
		assert.Contains(t, r.stdout.String(), "bench.json, bench.csv and report.html written", signal)
	}
}

// What ends the launcher ends the run in order: one line with what is kept, and nothing else.
func TestBenchInterrupted(t *testing.T) {
	for signal, name := range map[syscall.Signal]string{syscall.SIGINT: "interrupt", syscall.SIGTERM: "terminated", syscall.SIGHUP: "hangup"} {
		if !slices.Contains(jobs.Ending(), os.Signal(signal)) {
			continue // under nohup
		}
		r := measuring(t, "--size", "8:1M:x2", "-i", "30000")
		r.awaitCells(t, r.out)
		require.NoError(t, syscall.Kill(-r.Process.Pid, signal), "the group, as a terminal does")
		assert.Equal(t, exitPartial, r.over(t), "%v: %s", signal, &r.stderr)
		_, cells := r.status(t)
		assert.Equal(t, "topocoll: partial: the run was cut short ("+name+"); the "+strconv.Itoa(cells)+" cells finished are in "+r.out+"\n", r.stderr.String())
	}
}

// A signal in the last moments either comes too late, and the run is complete, or ends it as any other; there is no third.
func TestInterruptedInTheLastMoments(t *testing.T) {
	args := []string{"--size", "8", "-i", "300"}
	r := measuring(t, args...)
	began := time.Now()
	require.Equal(t, exitOK, r.over(t))
	takes := time.Since(began)
	random := rand.New(rand.NewPCG(1, 1))
	for range 8 {
		r := measuring(t, args...)
		select { // at some moment, whichever it is
		case <-r.ended:
		case <-time.After(takes - time.Duration(random.Float64()*0.4*float64(takes))):
		}
		r.Process.Signal(syscall.SIGTERM)
		code := r.over(t)
		switch status, cells := r.status(t); {
		case status == "complete":
			assert.Equal(t, exitOK, code)
			assert.Contains(t, r.stdout.String(), "report.html written")
			assert.Empty(t, r.stderr.String())
		case status == "":
			assert.Equal(t, exitRuntime, code)
			assert.Contains(t, []string{"topocoll: the run ended before anything was measured (terminated)\n", "topocoll: ended by a signal (terminated)\n"}, r.stderr.String())
		default:
			assert.Equal(t, exitPartial, code)
			assert.Contains(t, r.stderr.String(), "partial: the run was cut short (terminated); ")
			assert.True(t, cells == 0 || strings.Contains(r.stderr.String(), "the "+strconv.Itoa(cells)+" cells"), "%s", &r.stderr)
		}
	}
}

// A launcher that is killed outright takes mpirun and the ranks along, and what was measured is there.
func TestLauncherKilled(t *testing.T) {
	r := measuring(t, "--size", "8:1M:x2", "-i", "30000")
	r.awaitCells(t, r.out)
	require.NoError(t, r.Process.Kill())
	r.Wait()
	assert.Eventually(t, func() bool { return len(r.ranks(t)) == 0 }, time.Minute, 20*time.Millisecond)
	status, cells := r.status(t)
	assert.Equal(t, "partial", status)
	assert.NotZero(t, cells)
}

// A disk that fills up ends the run with one line, and all that was finished before is there.
func TestDiskFull(t *testing.T) {
	dir := t.TempDir()
	if out, err := proctest.Command(t, "mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", dir).CombinedOutput(); err != nil {
		t.Skipf("needs leave to mount: %s", out)
	}
	t.Cleanup(func() { assert.NoError(t, exec.Command("umount", dir).Run()) })
	out := filepath.Join(dir, "report")
	for _, launcher := range [][]string{nil, mpirunOf(2)} {
		args := []string{"bench", "--op", "bcast", "--algo", "hcube/bcast", "--size", "8:1M:x2", "-i", "500", "-q", "--out", out}
		if launcher == nil {
			args = append(args, "-n", "2")
		}
		code, _, stderr, _ := started(t, launcher, args...)
		assert.Equal(t, exitPartial, code)
		r := trial{out: out}
		status, cells := r.status(t)
		assert.Equal(t, "partial", status)
		assert.NotZero(t, cells)
		line := "topocoll: partial: " + out + "/bench.json: no space left on device; the " + strconv.Itoa(cells) + " cells finished before are in " + out + "\n"
		if launcher == nil {
			assert.Equal(t, line, stderr)
		} else {
			assert.Contains(t, stderr, line) // mpirun has a word to say of every code
		}
		require.NoError(t, os.RemoveAll(out))
	}
}

// --limit is for the whole run, and says once that it is over.
func TestLimit(t *testing.T) {
	r := measuring(t, "--size", "8:1M:x2", "-i", "30000", "--limit", "300ms", "--np", "1,2")
	assert.Equal(t, exitPartial, r.over(t))
	assert.Equal(t, "topocoll: partial: --limit 300ms is over; the cells finished are in "+r.out+"\n", r.stderr.String())
}
