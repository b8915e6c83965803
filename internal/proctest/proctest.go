// Package proctest starts the processes of tests. Each process has a time limit, so a test that waits for a
// process does not hang. At the time limit, the test reports the state of its processes.
package proctest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

const (
	// defaultLimit is far longer than any process of a test should run, even on a busy machine
	defaultLimit = 5 * time.Minute
	reportTime   = 20 * time.Second // time reserved for the report before the -timeout of go test
)

// Command is like exec.Command, but for a test, with a time limit of five minutes. At the time limit, Go
// processes print their stacks, and the process is killed with all its descendants. The test then fails, and
// reports the states of these processes and their output. A process that outlives the test is killed too.
func Command(t testing.TB, name string, args ...string) *exec.Cmd {
	return Within(t, defaultLimit, name, args...)
}

// Within is like Command, but with the time limit `bound`. Both functions shorten the limit so that the
// report comes before the -timeout of go test.
func Within(t testing.TB, bound time.Duration, name string, args ...string) *exec.Cmd {
	if test, ok := t.(interface{ Deadline() (time.Time, bool) }); ok {
		if end, limited := test.Deadline(); limited {
			bound = min(bound, time.Until(end)-reportTime)
		}
	}
	if bound <= 0 {
		t.Fatalf("go test's -timeout leaves no time to start %s", name)
	}
	ctx, stop := context.WithTimeout(t.Context(), bound)
	t.Cleanup(stop)
	return newCommand(t, ctx, bound, name, args...)
}

// handleIgnoredSignals makes this process handle SIGHUP and SIGINT if they were ignored when the process
// started, as under nohup or in the background of a shell. Otherwise the programs that this process starts
// would ignore these signals too, and a test that sends one of them would hang.
var handleIgnoredSignals = sync.OnceFunc(func() {
	for _, sig := range []os.Signal{syscall.SIGHUP, syscall.SIGINT} {
		if signal.Ignored(sig) {
			signal.Notify(make(chan os.Signal, 1), sig)
		}
	}
})

func newCommand(t testing.TB, ctx context.Context, bound time.Duration, name string,
	args ...string) *exec.Cmd {
	handleIgnoredSignals()
	command := exec.CommandContext(ctx, name, args...)
	command.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // `processes` finds descendants by session
	// WaitDelay leaves time to read the output of descendants that outlive the command.
	command.WaitDelay = bound
	late := ""
	command.Cancel = func() error {
		tree := processes(command.Process.Pid)
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			late = tree.String()
			tree.dumpStacks()
		}
		tree.kill()
		command.WaitDelay = 5 * time.Second
		return nil
	}
	t.Cleanup(func() {
		if command.Process != nil && command.ProcessState == nil { // Wait has not returned yet
			processes(command.Process.Pid).kill()
			command.Wait()
		}
		if late != "" {
			t.Errorf("%s has not ended within %v. Its processes were:\n%sIts output was:\n%s",
				strings.Join(command.Args, " "), bound, late, bufferedOutput(command))
		}
	})
	return command
}

func bufferedOutput(command *exec.Cmd) (text string) {
	for _, w := range []any{command.Stdout, command.Stderr} {
		if buffer, ok := w.(fmt.Stringer); ok && (w != any(command.Stdout) || text == "") {
			text += buffer.String()
		}
	}
	return text
}

// dumpStacks makes the Go programs among the processes print their stacks, and waits a second for them.
func (t processTree) dumpStacks() {
	for _, p := range t {
		if base := filepath.Base(p.exe); strings.HasPrefix(base, "topocoll") ||
			strings.HasSuffix(base, ".test") {
			syscall.Kill(p.pid, syscall.SIGQUIT)
		}
	}
	time.Sleep(time.Second) // nothing signals the end of their output
}

func (t processTree) kill() {
	for _, p := range t {
		syscall.Kill(p.pid, syscall.SIGKILL)
	}
}

// PlainDir creates a temporary folder whose path has no blank, for command lines that are split at blanks.
func PlainDir(t testing.TB) string {
	dir, err := os.MkdirTemp("/tmp", "topocoll")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}
