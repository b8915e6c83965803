package proctest

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// hangs is an environment variable. If it is set, this test binary is a program that hangs.
const hangs = "PROCTEST_HANGS"

func TestMain(m *testing.M) {
	if os.Getenv(hangs) != "" {
		hangHere()
	}
	os.Exit(m.Run())
}

func hangHere() {
	fmt.Println("so far")
	os.WriteFile(os.Getenv(hangs), nil, 0o644)
	time.Sleep(time.Hour)
}

// A recorder is a testing.TB that records its failures.
type recorder struct {
	testing.TB
	said     string
	cleanups []func()
}

func (r *recorder) Errorf(format string, args ...any) { r.said += fmt.Sprintf(format, args...) }
func (r *recorder) Cleanup(f func())                  { r.cleanups = append(r.cleanups, f) }

// A bound is a context that expires when the test closes the channel `over`.
type bound struct {
	context.Context
	over chan struct{}
}

func (b bound) Done() <-chan struct{} { return b.over }
func (b bound) Err() error {
	select {
	case <-b.over:
		return context.DeadlineExceeded
	default:
		return nil
	}
}

// At the time limit, a shell is killed together with the programs that it started, one in its session and one
// in another session. The test reports what they were doing.
func TestBound(t *testing.T) {
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip("needs /proc")
	}
	dir := t.TempDir()
	pids, ready := filepath.Join(dir, "pids"), filepath.Join(dir, "ready")
	r, b := &recorder{TB: t}, bound{t.Context(), make(chan struct{})}
	command := newCommand(r, b, time.Minute, "sh", "-c",
		`"$0" & echo $! >>$1; setsid sleep 3600 & echo $! >>$1; echo begun; wait`, os.Args[0], pids)
	command.Env = append(command.Environ(), hangs+"="+ready)
	var out, errs bytes.Buffer
	command.Stdout, command.Stderr = &out, &errs
	require.NoError(t, command.Start())
	var started []string
	require.Eventually(t, func() bool {
		_, err := os.Stat(ready)
		text, _ := os.ReadFile(pids)
		started = strings.Fields(string(text))
		return err == nil && len(started) == 2 &&
			strings.Contains(processes(command.Process.Pid).String(), ": sleep 3600")
	}, time.Minute, 10*time.Millisecond)
	close(b.over)
	assert.Error(t, command.Wait())
	for _, cleanup := range r.cleanups {
		cleanup()
	}
	for _, part := range []string{"sh -c", "has not ended within 1m", ": sleep 3600", "begun", "so far",
		"hangHere"} {
		assert.Contains(t, r.said, part)
	}
	for _, pid := range started {
		assert.Eventually(t, func() bool { return ended(pid) }, time.Minute, 10*time.Millisecond, pid)
	}
}

// ended reports whether a process has ended, possibly as a zombie.
func ended(pid string) bool {
	line, _ := os.ReadFile("/proc/" + pid + "/cmdline")
	return len(line) == 0
}

// A process that ends in time is not killed. A process that still runs at the end of a test is killed.
func TestInTime(t *testing.T) {
	out, err := Command(t, "echo", "hello").CombinedOutput()
	assert.NoError(t, err)
	assert.Equal(t, "hello\n", string(out))
	var left *exec.Cmd
	t.Run("leaves something", func(t *testing.T) {
		left = Command(t, "sleep", "3600")
		require.NoError(t, left.Start())
	})
	assert.Equal(t, syscall.SIGKILL, left.ProcessState.Sys().(syscall.WaitStatus).Signal())
}

// Under nohup, a test starts processes that do not ignore SIGHUP and SIGINT.
func TestUnderNohup(t *testing.T) {
	const deaf = `trap "" HUP INT; exec "$0" -test.run '^TestHears$' -test.count=1`
	out, err := Command(t, "sh", "-c", deaf, os.Args[0]).CombinedOutput()
	assert.NoError(t, err, "%s", out)
}

func TestHears(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGHUP, syscall.SIGINT} {
		child := Command(t, "sleep", "3600")
		require.NoError(t, child.Start())
		require.NoError(t, child.Process.Signal(sig))
		assert.Error(t, child.Wait())
		assert.Equal(t, sig, child.ProcessState.Sys().(syscall.WaitStatus).Signal())
	}
}

func TestRunning(t *testing.T) {
	sleep := Command(t, "sleep", "86399.25")
	require.NoError(t, sleep.Start())
	assert.Equal(t, "sleep 86399.25", Running()[sleep.Process.Pid])
	require.NoError(t, sleep.Process.Kill())
	assert.Error(t, sleep.Wait())
	assert.NotContains(t, Running(), sleep.Process.Pid)
}

// The shared-memory segment of a process that runs without mpirun belongs to no job.
func TestAlone(t *testing.T) {
	for name, want := range map[string]bool{
		"/dev/shm/sm_segment.vm.1000.323d0000.0":    true,
		"/dev/shm/sm_segment.vm.1000.323d0001.0":    false,
		"/dev/shm/sm_segment.vm.1000.323d0001.1":    false,
		"/dev/shm/vader_segment.vm.0.ff5a0001.0":    false,
		"/dev/shm/mpich_shar_tmpUpzc3R":             false,
		"/dev/shm/vader_segment.host.1000.10000.12": false,
	} {
		assert.Equal(t, want, hasNoMpirun(name), name)
	}
}
