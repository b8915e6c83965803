package jobs

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/proctest"
)

// A shell stands in for mpirun.
func shell(t *testing.T, script string, args ...string) *exec.Cmd {
	command := proctest.Command(t, "sh", append([]string{"-c", script, "sh"}, args...)...)
	command.SysProcAttr = nil // Run gives mpirun its group
	return command
}

// This program is also the one that is killed.
func TestMain(m *testing.M) {
	if os.Getenv("JOBS_SPEAK") != "" {
		Speak()
		fmt.Println("cells")
		fmt.Fprintln(os.Stderr, "reason")
		os.Exit(0)
	}
	if script := os.Getenv("JOBS_TEST"); script != "" {
		Run(exec.Command("sh", "-c", script, "sh", os.Getenv("JOBS_FILE")))
		os.Exit(0)
	}
	if part := os.Getenv("JOBS_PART"); part != "" {
		inPart(part)
	}
	os.Exit(m.Run())
}

func lines(t *testing.T, path string) []string {
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return strings.Fields(string(text))
}

func await(t *testing.T, path string) {
	require.Eventually(t, func() bool { _, err := os.Stat(path); return err == nil }, time.Minute, 5*time.Millisecond, path)
}

// ended waits until processes are gone, or not yet buried.
func ended(t *testing.T, pids []string) {
	for _, pid := range pids {
		assert.Eventually(t, func() bool { line, _ := os.ReadFile("/proc/" + pid + "/cmdline"); return len(line) == 0 },
			time.Minute, 10*time.Millisecond, pid)
	}
}

// hit sends this process a signal and returns when all who listen have got it.
func hit(t *testing.T, s os.Signal) {
	heard := make(chan os.Signal, 1)
	signal.Notify(heard, s)
	require.NoError(t, syscall.Kill(os.Getpid(), s.(syscall.Signal)))
	<-heard
	signal.Stop(heard) // waits until the signal has been given to all
}

// limited changes the limits for one test.
func limited(t *testing.T, grace, patience, again time.Duration) {
	usual := limits
	t.Cleanup(func() { limits = usual })
	limits.grace, limits.patience, limits.again = grace, patience, again
}

func TestEnds(t *testing.T) {
	assert.NoError(t, Run(shell(t, "exit 0")))
	for script, want := range map[string]*End{
		`exit 3`:                        {Code: 3},
		`kill -9 $$`:                    {Code: 0},
		`exit 0`:                        nil,
		`report 5 2`:                    {Code: 5, Said: true},
		`report 5 2; exit 9`:            {Code: 5, Said: true},
		`report 5 0; exit 137`:          {Code: 5},
		`report 5 0; report 0 0`:        nil,
		`report 5 0; exit 0`:            {Code: 5},
		`report 5 0; report 0 0;exit 7`: {Code: 7},
	} {
		err := Run(shell(t, `report() { printf '%3d %d\n' $1 $2 >$TOPOCOLL_REPORT; }; `+script))
		if want == nil {
			assert.NoError(t, err, script)
			continue
		}
		var end End
		require.ErrorAs(t, err, &end, script)
		end.Err = nil
		assert.Equal(t, *want, end, script)
	}
}

// This process reads what the ranks write; Leave reports whether it can be read.
func TestReport(t *testing.T) {
	assert.False(t, Leave(5, Said))
	name, err := newReport(t.TempDir())
	require.NoError(t, err)
	t.Setenv(reportVariable, name)
	assert.True(t, Leave(137, Running))
	assert.Equal(t, report{137, Running, true}, read(name))
	assert.True(t, Leave(5, Said))
	assert.False(t, Leave(5, Over), "a rank has printed the reason")
	assert.Equal(t, report{5, Said, true}, read(name))
	require.NoError(t, os.Remove(name))
	assert.False(t, Leave(5, Said), "no reader on this host")
	assert.NoFileExists(t, name)
}

// After the ranks have ended, mpirun has little time: it may be waiting for a host that is lost.
func TestOver(t *testing.T) {
	limited(t, time.Hour, 100*time.Millisecond, time.Hour)
	var end End
	require.ErrorAs(t, Run(shell(t, `echo "  5 1" >$TOPOCOLL_REPORT; exec sleep 86400`)), &end)
	assert.Equal(t, 5, end.Code)
	assert.False(t, end.Said)
}

// An mpirun that does not end when all results exist is killed, and the job has not failed.
func TestHangsWhenAllIsDone(t *testing.T) {
	limited(t, 100*time.Millisecond, time.Second, time.Hour)
	assert.NoError(t, Run(shell(t, `echo "  0 0" >$TOPOCOLL_REPORT; sleep 86400; exit 1`)))
}

// up sends this process signals once a file exists, and then makes a second file.
func up(t *testing.T, file, sent string, signals ...os.Signal) {
	await(t, file)
	for _, s := range signals {
		hit(t, s)
	}
	assert.NoError(t, os.WriteFile(sent, nil, 0o644))
}

// mpirun gets one signal, however many a terminal and a batch system send at once, and processes outside its group end. The job
// was cut short also where mpirun ends with 0 after a signal, as MPICH's does.
func TestSignals(t *testing.T) {
	limited(t, time.Hour, time.Hour, time.Hour)
	for i, signal := range Ending() { // under nohup one less
		file, sent := filepath.Join(t.TempDir(), "heard"), filepath.Join(t.TempDir(), "sent")
		go up(t, file, sent, signal, signal, signal)
		err := Run(shell(t, `heard=; trap 'echo TERM >>$1; heard=yes' TERM; trap 'echo INT >>$1' INT; echo up >>$1
			until [ "$heard" ] && [ -e "$2" ]; do sleep 0.01; done; sleep 0.2; exit $3`, file, sent, strconv.Itoa(i%2)))
		var end End
		require.ErrorAs(t, err, &end)
		assert.Equal(t, signal, end.Caught)
		assert.Equal(t, signal.String(), end.Error())
		assert.Equal(t, []string{"up", "TERM"}, lines(t, file))
	}
}

// A job whose ranks have reported that all results exist gets no signal.
func TestSignalWhenAllIsDone(t *testing.T) {
	file, sent := filepath.Join(t.TempDir(), "heard"), filepath.Join(t.TempDir(), "sent")
	go up(t, file, sent, syscall.SIGTERM)
	assert.NoError(t, Run(shell(t, `trap 'echo TERM >>$1; exit 1' TERM; printf '%3d %d\n' 0 0 >$TOPOCOLL_REPORT; echo up >>$1
		until [ -e "$2" ]; do sleep 0.01; done; sleep 0.2; echo over >>$1`, file, sent)))
	assert.Equal(t, []string{"up", "over"}, lines(t, file))
}

// A SIGHUP that is ignored from the start, as under nohup, does not end the job.
func TestIgnoredSignals(t *testing.T) {
	command := proctest.Command(t, "sh", "-c", `trap '' HUP; exec "$0"`, os.Args[0])
	file := filepath.Join(t.TempDir(), "heard")
	command.Env = append(os.Environ(), `JOBS_TEST=trap 'echo TERM >>$1' TERM; kill -HUP $PPID; sleep 0.3; echo over >>$1`, "JOBS_FILE="+file)
	require.NoError(t, command.Run())
	assert.Equal(t, []string{"over"}, lines(t, file))
}

// Signals do not interrupt the work after the end of the ranks.
func TestHold(t *testing.T) {
	first, release := Hold()
	for range 3 {
		hit(t, syscall.SIGTERM)
	}
	release()
	assert.Equal(t, syscall.SIGTERM, <-first)
	assert.Empty(t, first)
}

// A signal that comes between two jobs keeps the second from starting anything.
func TestSignalBetweenJobs(t *testing.T) {
	_, release := Hold()
	defer release()
	require.NoError(t, Run(shell(t, "exit 0")))
	hit(t, syscall.SIGTERM)
	second := shell(t, "exit 0")
	assert.Equal(t, End{Caught: syscall.SIGTERM}, Run(second))
	assert.Nil(t, second.Process)
}

// An mpirun that does not end is killed after a second signal.
func TestSecondSignal(t *testing.T) {
	limited(t, time.Hour, time.Hour, 0)
	file := filepath.Join(t.TempDir(), "up")
	go up(t, file, file+"sent", syscall.SIGINT, syscall.SIGINT)
	var end End
	require.ErrorAs(t, Run(shell(t, `trap '' TERM INT; echo up >$1; while :; do sleep 0.1; done`, file)), &end)
	assert.EqualError(t, end.Err, "signal: killed")
}

// Ranks that mpirun has lost end with it, even in another session.
func TestWhatIsLeftIsReaped(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pid")
	require.NoError(t, Run(shell(t, `setsid sleep 1000 >/dev/null 2>&1 & echo $! >$1`, file)))
	ended(t, lines(t, file))
}

// An mpirun that goes on when its last child has ended is killed, once a rank has reported something; before, it may be about to
// start one. The shell goes on without a child as long as nobody opens the pipe for writing.
func TestMpirunWithoutChildren(t *testing.T) {
	if _, known := children(os.Getpid()); !known {
		t.Skip("the kernel does not tell children")
	}
	const grace = 300 * time.Millisecond
	limited(t, grace, grace, time.Minute)
	pipe := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	err := Run(shell(t, `printf '%3d %d\n' 5 0 >$TOPOCOLL_REPORT; sleep 0.5 & wait; : <$1`, pipe))
	var end End
	require.ErrorAs(t, err, &end)
	assert.Equal(t, 5, end.Code)

	go func() {
		time.Sleep(1*time.Second + 2*grace)
		if file, err := os.OpenFile(pipe, os.O_WRONLY, 0); err == nil {
			file.Close()
		}
	}()
	assert.NoError(t, Run(shell(t, `sleep 0.5 & wait; : <$1`, pipe)), "no report")
}

func TestChildren(t *testing.T) {
	before, known := children(os.Getpid())
	if !known {
		t.Skip("the kernel does not tell children")
	}
	child := proctest.Command(t, "sleep", "3600")
	require.NoError(t, child.Start())
	n, _ := children(os.Getpid())
	assert.Equal(t, before+1, n)
	require.NoError(t, child.Process.Kill())
	assert.Eventually(t, func() bool { n, _ = children(os.Getpid()); return n == before }, time.Minute, 10*time.Millisecond, "not buried, but ended")
	child.Wait()
	_, known = children(1 << 30)
	assert.False(t, known)
}
