package jobs

import (
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/proctest"
)

// inPart is a program that says by which signal it ends, and in which part.
func inPart(part string) {
	EndBy(func(s os.Signal) {
		time.Sleep(50 * time.Millisecond) // for the part that must not begin any more
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

// Until a part of the program takes the signals over, they end it by the function of EndBy; one that has come before is not lost.
func TestEndBy(t *testing.T) {
	for part, want := range map[string]string{
		"none": "7 at first: terminated", "its own": "8 in its part: terminated", "its own, too late": "7 at first: terminated",
	} {
		file := t.TempDir() + "/up"
		command := proctest.Command(t, os.Args[0])
		command.Env = append(os.Environ(), "JOBS_PART="+part, "JOBS_FILE="+file)
		var out strings.Builder
		command.Stdout = &out
		require.NoError(t, command.Start())
		if part != "its own, too late" { // that sends itself one
			await(t, file)
			require.NoError(t, command.Process.Signal(syscall.SIGTERM))
		}
		assert.Error(t, command.Wait())
		assert.Equal(t, want+"\n", fmt.Sprint(command.ProcessState.ExitCode(), " ", out.String()))
	}
}
