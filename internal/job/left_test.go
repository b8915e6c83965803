package job

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/proctest"
)

// killed runs a program with a script in place of mpirun. It kills the program when the script has written
// a line to its file, and waits until the folder for temporary files is empty.
func killed(t *testing.T, script string) (file string) {
	file, temp := filepath.Join(t.TempDir(), "heard"), t.TempDir()
	command := proctest.Command(t, os.Args[0])
	command.Env = append(os.Environ(), "TMPDIR="+temp, "JOBS_FILE="+file, "JOBS_TEST="+script)
	require.NoError(t, command.Start())
	require.Eventually(t,
		func() bool { text, _ := os.ReadFile(file); return bytes.HasSuffix(text, []byte("\n")) }, time.Minute,
		5*time.Millisecond)
	require.NoError(t, command.Process.Kill())
	command.Wait()
	assert.Eventually(t, func() bool { left, err := os.ReadDir(temp); return err == nil && len(left) == 0 },
		time.Minute, 10*time.Millisecond)
	return file
}

// If the launcher is killed, mpirun gets one SIGTERM and ends normally, and no file is left.
func TestKilled(t *testing.T) {
	file := killed(t, `heard=; trap 'echo TERM >>$1; heard=yes' TERM
		echo up >>$1; until [ "$heard" ]; do sleep 0.01; done; sleep 0.2; echo over >>$1`)
	assert.Equal(t, []string{"up", "TERM", "over"}, lines(t, file))
}

// early is a script in place of mpirun that has a child when its launcher is killed.
const early = `trap 'echo TERM >>$1; sleep 0.3; echo over >>$1; exit' TERM
	sleep 1000 & echo up >>$1; while :; do sleep 0.01; done`

// The guard also ends mpirun if the launcher is killed before it can tell the guard the process id. mpirun
// may have children by then.
func TestKilledRightAfterTheStart(t *testing.T) {
	file, mark := filepath.Join(t.TempDir(), "heard"), Variable+"=of "+t.Name()
	mpirun := shell(t, early, file)
	mpirun.Env = append(os.Environ(), mark)
	require.NoError(t, mpirun.Start())
	await(t, file)
	ended := make(chan error, 1)
	go func() { ended <- mpirun.Wait() }()
	// the guard reads no process id, because the launcher is dead
	require.NoError(t, proctest.Command(t, "sh", "-c", guardScript, "sh", mark).Run())
	require.NoError(t, <-ended)
	assert.Equal(t, []string{"up", "TERM", "over"}, lines(t, file))
}

// The guard also ends mpirun if mpirun has the highest process id of the system. Its children then have lower
// ids.
func TestKilledWithTheHighestProcessID(t *testing.T) {
	if err := exec.Command("unshare", "--pid", "--fork", "--mount-proc", "true").Run(); err != nil {
		t.Skipf("needs a process id namespace, and unshare says: %v", err)
	}
	file, mark := filepath.Join(t.TempDir(), "heard"), Variable+"=of "+t.Name()
	// started by this shell, the script has process id pid_max-1, and its child the lowest free one
	out, err := proctest.Command(t, "unshare", "--pid", "--fork", "--mount-proc", "sh", "-c",
		`echo $(($(cat /proc/sys/kernel/pid_max) - 2)) >/proc/sys/kernel/ns_last_pid
		env "$2" sh -c "$3" sh "$1" &
		mpirun=$!
		until [ -s "$1" ]; do sleep 0.01; done
		sh -c "$4" sh "$2" </dev/null
		wait $mpirun`, "sh", file, mark, early, guardScript).CombinedOutput()
	require.NoError(t, err, "%s", out)
	assert.Equal(t, []string{"up", "TERM", "over"}, lines(t, file))
}

// If the launcher is killed and mpirun ignores SIGTERM, the guard kills mpirun and its ranks, also in other
// sessions.
func TestKilledWithADeafMpirun(t *testing.T) {
	ended(t, lines(t,
		killed(t,
			`trap '' TERM; setsid sleep 1000 >/dev/null 2>&1 & echo $! $$ >$1; sleep 1000; sleep 1000`)))
}

// After the end of a job, even by SIGKILL, the files that mpirun and its ranks created in the library's
// folders are removed. Files of other programs in the same place remain.
func TestFolders(t *testing.T) {
	temp, memory, file := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "made")
	t.Setenv("TMPDIR", temp)
	t.Setenv("OMPI_MCA_btl_vader_backing_directory", memory+"/chosen")
	defer func(usual string) { sharedMemory = usual }(sharedMemory)
	sharedMemory = memory
	for _, dir := range []string{temp, memory} {
		require.NoError(t, os.Mkdir(filepath.Join(dir, "topocoll-1-1"), 0o700))
	}
	assert.Error(t,
		Context{}.Run(
			shell(t,
				`mkdir -p "$OMPI_MCA_orte_tmpdir_base/ompi.h0/pid.1" "$PRTE_MCA_prte_tmpdir_base/prterun.h0"
echo >"$OMPI_MCA_btl_sm_backing_directory/sm_segment.h0.0"
printf '%s\n' "$PRTE_MCA_prte_tmpdir_base" "$OMPI_MCA_btl_sm_backing_directory" \
	"$OMPI_MCA_btl_vader_backing_directory" >$1; kill -9 $$`, file)))
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	made := strings.Split(strings.TrimSpace(string(text)), "\n")
	require.Len(t, made, 3)
	assert.Equal(t, temp, filepath.Dir(made[0]))
	assert.Equal(t, memory, filepath.Dir(made[1]))
	assert.Equal(t, memory+"/chosen", made[2], "as the user has set it")
	for _, dir := range []string{temp, memory} {
		left, err := os.ReadDir(dir)
		require.NoError(t, err)
		require.Len(t, left, 1)
		assert.Equal(t, "topocoll-1-1", left[0].Name())
	}
}

// The output of a rank arrives even if mpirun does not forward it and is killed.
func TestSpeak(t *testing.T) {
	var files [2]*os.File
	for i := range files {
		file, err := os.Create(filepath.Join(t.TempDir(), "printed"))
		require.NoError(t, err)
		defer file.Close()
		files[i] = file
	}
	mpirun := shell(t, `JOBS_SPEAK=1 "$1" >/dev/null 2>&1; kill -9 $$`, os.Args[0])
	mpirun.Stdout, mpirun.Stderr = files[0], files[1]
	assert.Error(t, Context{}.Run(mpirun))
	assert.Equal(t, []string{"cells"}, lines(t, files[0].Name()))
	assert.Equal(t, []string{"reason"}, lines(t, files[1].Name()))
}

// The launcher prints mpirun's own messages until the ranks report that they end early. Later messages only
// describe a disconnected peer, so the launcher discards them.
func TestMpirunIsQuietAtTheEnd(t *testing.T) {
	for state, want := range map[int][]string{Running: {"warning", "box"}, Over: {"warning"},
		Said: {"warning"}} {
		file, err := os.Create(filepath.Join(t.TempDir(), "printed"))
		require.NoError(t, err)
		defer file.Close()
		mpirun := shell(t,
			`echo warning >&2; until [ -s "$1" ]; do sleep 0.01; done; printf '  5 %d\n' $2 `+
				`>$TOPOCOLL_REPORT; echo box >&2; exit 5`, file.Name(), strconv.Itoa(state))
		mpirun.Stderr = file
		assert.Error(t, Context{}.Run(mpirun))
		assert.Equal(t, want, lines(t, file.Name()), state)
	}
}

// Without a folder for shared memory, the library's variable for it is not set, so the library chooses the
// folder.
func TestNoSharedMemory(t *testing.T) {
	defer func(usual string) { sharedMemory = usual }(sharedMemory)
	sharedMemory = filepath.Join(t.TempDir(), "none")
	assert.NoError(t,
		Context{}.Run(
			shell(t, `[ -z "$OMPI_MCA_btl_sm_backing_directory" ] && [ -d "$PRTE_MCA_prte_tmpdir_base" ]`)))
}

// Ranks that are no longer children of mpirun are killed when it ends, even in another session.
func TestWhatIsLeftIsReaped(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pid")
	require.NoError(t, Context{}.Run(shell(t, `setsid sleep 1000 >/dev/null 2>&1 & echo $! >$1`, file)))
	ended(t, lines(t, file))
}
