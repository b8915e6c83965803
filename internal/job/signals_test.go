package job

import (
	"context"
	"fmt"
	"os"
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

// inPart is the main function of a child process. The child prints which signal ended it, and in which part
// of the program.
func inPart(part string) {
	EndBy(func(s os.Signal) {
		time.Sleep(50 * time.Millisecond) // in this time the next part must not begin
		fmt.Println("at first:", s)
		os.Exit(7)
	})
	signals := make(chan os.Signal, 1)
	switch part {
	case "its own":
		Notify(signals)
	case "its own, too late":
		heard := make(chan os.Signal, 1)
		signal.Notify(heard, syscall.SIGTERM)
		syscall.Kill(os.Getpid(), syscall.SIGTERM)
		<-heard
		Notify(signals)
		fmt.Println("it has begun")
	}
	os.WriteFile(os.Getenv("JOBS_FILE"), nil, 0o644)
	fmt.Println("in its part:", <-signals)
	os.Exit(8)
}

// Signals call the function of EndBy until a part of the program handles them itself. A signal that arrived
// before that is not lost.
func TestEndBy(t *testing.T) {
	for part, want := range map[string]string{
		"none": "7 at first: terminated", "its own": "8 in its part: terminated",
		"its own, too late": "7 at first: terminated",
	} {
		file := t.TempDir() + "/up"
		command := proctest.Command(t, os.Args[0])
		command.Env = append(os.Environ(), "JOBS_PART="+part, "JOBS_FILE="+file)
		var out strings.Builder
		command.Stdout = &out
		require.NoError(t, command.Start())
		if part != "its own, too late" { // this part sends the signal itself
			await(t, file)
			require.NoError(t, command.Process.Signal(syscall.SIGTERM))
		}
		assert.Error(t, command.Wait())
		assert.Equal(t, want+"\n", fmt.Sprint(command.ProcessState.ExitCode(), " ", out.String()))
	}
}

// hit sends a signal to this process, and returns when all listeners have received it.
func hit(t *testing.T, s os.Signal) {
	heard := make(chan os.Signal, 1)
	signal.Notify(heard, s)
	require.NoError(t, syscall.Kill(os.Getpid(), s.(syscall.Signal)))
	<-heard
	signal.Stop(heard) // waits until all listeners have received the signal
}

// up waits for a file, sends signals to this process, and then creates a second file.
func up(t *testing.T, file, sent string, signals ...os.Signal) {
	await(t, file)
	for _, s := range signals {
		hit(t, s)
	}
	assert.NoError(t, os.WriteFile(sent, nil, 0o644))
}

// mpirun gets one signal even if a terminal and a batch system send several. Processes outside its group end.
// The run counts as interrupted even if mpirun returns 0 after a signal, as MPICH's mpirun does.
func TestSignals(t *testing.T) {
	limited(t, time.Hour, time.Hour, time.Hour)
	for i, signal := range Ending() { // without SIGHUP under nohup
		file, sent := filepath.Join(t.TempDir(), "heard"), filepath.Join(t.TempDir(), "sent")
		go up(t, file, sent, signal, signal, signal)
		err := Context{}.Run(
			shell(t, `heard=; trap 'echo TERM >>$1; heard=yes' TERM; trap 'echo INT >>$1' INT; echo up >>$1
			until [ "$heard" ] && [ -e "$2" ]; do sleep 0.01; done; sleep 0.2; exit $3`, file, sent,
				strconv.Itoa(i%2)))
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
	assert.NoError(t,
		Context{}.Run(
			shell(t,
				`trap 'echo TERM >>$1; exit 1' TERM; printf '%3d %d\n' 0 0 >$TOPOCOLL_REPORT; echo up >>$1
		until [ -e "$2" ]; do sleep 0.01; done; sleep 0.2; echo over >>$1`, file, sent)))
	assert.Equal(t, []string{"up", "over"}, lines(t, file))
}

// A SIGHUP that is ignored from the start, as under nohup, does not end the job.
func TestIgnoredSignals(t *testing.T) {
	command := proctest.Command(t, "sh", "-c", `trap '' HUP; exec "$0"`, os.Args[0])
	file := filepath.Join(t.TempDir(), "heard")
	command.Env =
		append(os.Environ(),
			`JOBS_TEST=trap 'echo TERM >>$1' TERM; kill -HUP $PPID; sleep 0.3; echo over >>$1`,
			"JOBS_FILE="+file)
	require.NoError(t, command.Run())
	assert.Equal(t, []string{"over"}, lines(t, file))
}

// Signals do not interrupt the work of the launcher after the ranks have ended.
func TestHold(t *testing.T) {
	first, release := Hold()
	for range 3 {
		hit(t, syscall.SIGTERM)
	}
	release()
	assert.Equal(t, syscall.SIGTERM, <-first)
	assert.Empty(t, first)
}

// After a signal between two jobs, the second job does not start mpirun.
func TestSignalBetweenJobs(t *testing.T) {
	_, release := Hold()
	defer release()
	require.NoError(t, Context{}.Run(shell(t, "exit 0")))
	hit(t, syscall.SIGTERM)
	second := shell(t, "exit 0")
	assert.Equal(t, End{Caught: syscall.SIGTERM}, Context{}.Run(second))
	assert.Nil(t, second.Process)
}

// An mpirun that does not end is killed after a second signal.
func TestSecondSignal(t *testing.T) {
	limited(t, time.Hour, time.Hour, 0)
	file := filepath.Join(t.TempDir(), "up")
	go up(t, file, file+"sent", syscall.SIGINT, syscall.SIGINT)
	var end End
	require.ErrorAs(t,
		Context{}.Run(shell(t, `trap '' TERM INT; echo up >$1; while :; do sleep 0.1; done`, file)), &end)
	assert.EqualError(t, end.Err, "signal: killed")
}

// The cause of the context names the signal, with every version of Go.
func TestSignalContext(t *testing.T) {
	ctx, stop := SignalContext()
	assert.NoError(t, ctx.Err())
	require.NoError(t, syscall.Kill(os.Getpid(), syscall.SIGTERM))
	<-ctx.Done()
	assert.EqualError(t, context.Cause(ctx), "terminated")
	stop()
	ctx, stop = SignalContext()
	stop()
	assert.ErrorIs(t, context.Cause(ctx), context.Canceled)
}
