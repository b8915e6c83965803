package mpi

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"topocoll/internal/launch"
	"topocoll/internal/signature"
)

// runBody calls body. If body panics or ends its goroutine, runBody calls endJob.
func runBody(body func(w *World) error, w *World, endJob func(err error)) error {
	returned := false
	defer func() {
		if returned {
			return
		}
		if value := recover(); value != nil {
			endJob(panicError{value, debug.Stack()})
		}
		endJob(errors.New("mpi: Run: the body ended its goroutine; it must return instead")) // runtime.Goexit
	}()
	err := body(w)
	returned = true
	return err
}

type panicError struct {
	value any
	stack []byte
}

func (p panicError) Error() string { return fmt.Sprintf("panic: %v", p.value) }

// sharedErrorGrace is how long the other ranks wait for the lowest rank to print an error that several ranks
// share. On a busy machine, the lowest rank needs several seconds to print it. The wait ends early if the
// lowest rank calls MPI_Abort.
const sharedErrorGrace = 20 * time.Second

func printError(prefix string, err error) (code int) {
	if failed := (launchError{}); errors.As(err, &failed) && failed.rank > 0 {
		time.Sleep(launchGrace)
		return failed.ExitCode()
	}
	if shared := (*signature.Mismatch)(nil); errors.As(err, &shared) && !shared.Lowest {
		time.Sleep(sharedErrorGrace)
	}
	text := prefix + strings.ReplaceAll(err.Error(), "\n", "; ") + "\n"
	if p := (panicError{}); errors.As(err, &p) {
		text += "\n" + string(p.stack)
	}
	os.Stderr.WriteString(text)
	if with := interface{ ExitCode() int }(nil); errors.As(err, &with) && with.ExitCode() > 0 {
		return with.ExitCode()
	}
	return 1
}

// launchGrace is how long the other processes wait for rank 0 to print a launchError. They print nothing, so
// that a job of many processes prints one line. Open MPI's mpirun ends them as soon as rank 0 exits.
const launchGrace = 5 * time.Second

// A launchError reports that a launcher started several processes that would be separate MPI jobs.
type launchError struct {
	text string
	rank int // the rank of this process according to the launcher
}

func (e launchError) Error() string { return e.text }
func (e launchError) ExitCode() int { return 2 }

// checkLaunched returns a launchError if a launcher started several processes, of which this is one. `why` is
// the end of the error message: the reason and the remedy. In a terminal of srun --pty, checkLaunched returns
// nil, because srun's variables describe the shell.
func checkLaunched(call, why string) error {
	rank, launched := launch.Rank()
	size := launch.Size()
	if !launched || size < 2 || launch.InTerminal() {
		return nil
	}
	return launchError{fmt.Sprintf("%s: the launcher started %d processes, but %s", call, size, why), rank}
}
