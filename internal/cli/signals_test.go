//go:build linux && cgo

package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/exit"
	"topocoll/internal/job/ranks"
	"topocoll/internal/proctest"
)

const endedBySignal = "topocoll: ended by a signal (interrupt)\n"

// A signal that arrives right after the start ends the program with an exit code of its own and one line.
func TestInterruptedAtOnce(t *testing.T) {
	needsMpirun(t)
	for _, args := range [][]string{{"bench", "-n", "2", "-i", "30000", "-q"}, {"verify", "-n", "2"},
		{"simulate", "--op", "alltoall", "-n", "256", "-m", "1M"}} {
		r := start(t, args...)
		require.NoError(t, r.Process.Signal(os.Interrupt))
		code := r.over(t)
		assert.Contains(t, []int{exit.Failed, exit.Partial}, code, "%q: %v", args, r.ProcessState)
		assert.Equal(t, 1, bytes.Count(r.stderr.Bytes(), []byte("\n")), "%q: %s", args, &r.stderr)
		assert.Contains(t, r.stderr.String(), "interrupt", args)
	}
}

// A signal also ends the program while it waits for a file that a flag names.
func TestInterruptedInItsFlags(t *testing.T) {
	config := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(config, 0o600))
	r := start(t, "bench", "-n", "2", "--config", config)
	require.NoError(t, r.Process.Signal(os.Interrupt))
	assert.Equal(t, exit.Failed, r.over(t))
	assert.Equal(t, endedBySignal, r.stderr.String())
}

// A signal also ends the program while it asks mpirun for its version. Ctrl-C goes to all processes of a
// terminal, but does not reach that mpirun.
func TestInterruptedBeforeMpirun(t *testing.T) {
	path := os.Getenv("PATH")
	for _, command := range [][]string{{"bench", "-n", "2"}, {"verify", "-n", "2"}} {
		dir := proctest.PlainDir(t)
		asked := filepath.Join(dir, "asked")
		script := "#!/bin/sh\ntrap 'exit 3' INT\necho $$ >" + asked + ".new; mv " + asked + ".new " + asked +
			"\nexec sleep 3600\n"
		require.NoError(t, os.WriteFile(filepath.Join(dir, "mpirun"), []byte(script), 0o755))
		t.Setenv("PATH", dir+":"+path)
		r := start(t, command...)
		r.await(t, "it asks mpirun", func() bool { _, err := os.Stat(asked); return err == nil })
		require.NoError(t, syscall.Kill(-r.Process.Pid, syscall.SIGINT))
		assert.Equal(t, exit.Failed, r.over(t))
		assert.Equal(t, endedBySignal, r.stderr.String())
		text, err := os.ReadFile(asked)
		require.NoError(t, err)
		pid, err := strconv.Atoi(string(bytes.TrimSpace(text)))
		require.NoError(t, err)
		assert.NoError(t, syscall.Kill(pid, syscall.SIGKILL), "it is there, and nobody else ends it")
	}
}

// Ranks that a signal ends report this before they disconnect. From then on the program discards mpirun's
// output, so its long message about crashed ranks does not appear.
func TestSystemInterruptedWithoutBoxes(t *testing.T) {
	needsMpirun(t)
	mpirun, err := ranks.Library().Mpirun()
	require.NoError(t, err)
	dir := proctest.PlainDir(t)
	script := `#!/bin/sh
[ "$1" != --version ] || exec ` + mpirun + ` --version
` + mpirun + ` "$@" & trap "kill -TERM $!" TERM; wait $!; wait $!; echo box >&2; exit 1
`
	require.NoError(t, os.WriteFile(filepath.Join(dir, filepath.Base(mpirun)), []byte(script), 0o755))
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	r := measuring(t, lasting...)
	r.awaitCells(t, r.out)
	require.NoError(t, r.Process.Signal(os.Interrupt))
	assert.Equal(t, exit.Partial, r.over(t))
	assert.NotContains(t, r.stderr.String(), "box")
	assert.Equal(t, 1, bytes.Count(r.stderr.Bytes(), []byte("\n")), "%s", &r.stderr)
}
