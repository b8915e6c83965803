package job

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/proctest"
)

// If mpirun continues after its last child has ended, it is killed only if a rank has left a report. Without
// a report, mpirun may be about to start a child. The shell in this test has no child until a writer opens
// the pipe.
func TestMpirunWithoutChildren(t *testing.T) {
	if _, known := countChildren(os.Getpid()); !known {
		t.Skip("this kernel has no /proc/PID/task/TID/children (CONFIG_PROC_CHILDREN), by which children " +
			"are counted")
	}
	const grace = 300 * time.Millisecond
	limited(t, grace, grace, time.Minute)
	pipe := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	err := Context{}.Run(shell(t, `printf '%3d %d\n' 5 0 >$TOPOCOLL_REPORT; sleep 0.5 & wait; : <$1`, pipe))
	var end End
	require.ErrorAs(t, err, &end)
	assert.Equal(t, 5, end.Code)

	go func() {
		time.Sleep(1*time.Second + 2*grace)
		if file, err := os.OpenFile(pipe, os.O_WRONLY, 0); err == nil {
			file.Close()
		}
	}()
	assert.NoError(t, Context{}.Run(shell(t, `sleep 0.5 & wait; : <$1`, pipe)), "no report")
}

func TestChildren(t *testing.T) {
	before, known := countChildren(os.Getpid())
	if !known {
		t.Skip("this kernel has no /proc/PID/task/TID/children (CONFIG_PROC_CHILDREN), by which children " +
			"are counted")
	}
	child := proctest.Command(t, "sleep", "3600")
	require.NoError(t, child.Start())
	n, _ := countChildren(os.Getpid())
	assert.Equal(t, before+1, n)
	require.NoError(t, child.Process.Kill())
	assert.Eventually(t, func() bool { n, _ = countChildren(os.Getpid()); return n == before }, time.Minute,
		10*time.Millisecond, "not buried, but ended")
	child.Wait()
	_, known = countChildren(1 << 30)
	assert.False(t, known)
}
