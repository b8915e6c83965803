//go:build linux && cgo

package cli

import (
	"bytes"
	"encoding/json"
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
)

// A trial is the built program measuring, so long that a test can come between.
type trial struct {
	*exec.Cmd
	stdout, stderr bytes.Buffer
	out            string
	before         []string // segments of others
}

// segments are the memory that ranks share, if it is not in the folder of a job.
func segments() (list []string) {
	for _, pattern := range []string{"vader_segment.*", "sm_segment.*", "mpich_*"} {
		names, _ := filepath.Glob("/dev/shm/" + pattern)
		list = append(list, names...)
	}
	return list
}

// measuring starts a run on two ranks in a process group of its own, as a shell does.
func measuring(t *testing.T, args ...string) *trial {
	if _, err := library().Mpirun(); err != nil {
		t.Skip(err)
	}
	name, err := program()
	require.NoError(t, err)
	r := &trial{out: filepath.Join(t.TempDir(), "report"), before: segments()}
	r.Cmd = exec.Command(name, append([]string{"bench", "-n", "2", "--op", "bcast", "--algo", "hcube/bcast,ring/bcast", "-x", "1", "-q", "--out", r.out}, args...)...)
	r.Stdout, r.Stderr = &r.stdout, &r.stderr
	r.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	require.NoError(t, r.Start())
	t.Cleanup(func() { r.Process.Kill() })
	return r
}

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
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	require.NoError(t, err)
	for _, file := range files {
		line, _ := os.ReadFile(file)
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		if bytes.HasPrefix(line, []byte(r.Path+"\x00bench")) && bytes.Contains(line, []byte(r.out)) && pid != r.Process.Pid {
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
		assert.Contains(t, []string{results.JSONName, results.CSVName, results.PageName, "launch-1", "launch-2"}, entry.Name(), "something half written is left")
	}
	for _, segment := range segments() {
		assert.True(t, slices.Contains(r.before, segment) || mapped(segment), "%s is left", segment)
	}
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

func (r *trial) awaitCells(t *testing.T) {
	require.Eventually(t, func() bool { _, cells := r.status(t); return cells > 0 }, 30*time.Second, 10*time.Millisecond)
}

// A rank that crashes, of whatever, is no bad input: what was measured is kept, with the page, and it is said.
func TestCrashes(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGABRT, syscall.SIGSEGV, syscall.SIGKILL} {
		r := measuring(t, "--size", "8:1M:x2", "-i", "30000")
		r.awaitCells(t)
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
		r.awaitCells(t)
		require.NoError(t, syscall.Kill(-r.Process.Pid, signal), "the group, as a terminal does")
		assert.Equal(t, exitPartial, r.over(t), "%v: %s", signal, &r.stderr)
		_, cells := r.status(t)
		assert.Equal(t, "topocoll: partial: the run was cut short ("+name+"); the "+strconv.Itoa(cells)+" cells finished are in "+r.out+"\n", r.stderr.String())
	}
}

// A signal to ranks that are not there yet ends the run as well, and that is said once.
func TestInterruptedAtOnce(t *testing.T) {
	r := measuring(t, "-i", "30000")
	time.Sleep(100 * time.Millisecond)
	require.NoError(t, r.Process.Signal(os.Interrupt))
	code := r.over(t)
	if status, _ := r.status(t); status == "" {
		assert.Equal(t, exitRuntime, code)
	} else {
		assert.Equal(t, exitPartial, code)
	}
	assert.Equal(t, 1, strings.Count(r.stderr.String(), "\n"), "%s", &r.stderr)
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
		time.Sleep(takes - time.Duration(random.Float64()*0.4*float64(takes)))
		r.Process.Signal(syscall.SIGTERM)
		code := r.over(t)
		switch status, cells := r.status(t); {
		case status == "complete":
			assert.Equal(t, exitOK, code)
			assert.Contains(t, r.stdout.String(), "report.html written")
			assert.Empty(t, r.stderr.String())
		case code == -1:
			assert.Empty(t, status, "killed before it could be asked not to be")
		case status == "":
			assert.Equal(t, exitRuntime, code)
			assert.Contains(t, r.stderr.String(), "ended before anything was measured (terminated)")
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
	r.awaitCells(t)
	require.NoError(t, r.Process.Kill())
	r.Wait()
	assert.Eventually(t, func() bool { return len(r.ranks(t)) == 0 }, 10*time.Second, 20*time.Millisecond)
	status, cells := r.status(t)
	assert.Equal(t, "partial", status)
	assert.NotZero(t, cells)
}

// A disk that fills up ends the run with one line, and all that was finished before is there.
func TestDiskFull(t *testing.T) {
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", dir).CombinedOutput(); err != nil {
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
