package mpi

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"time"

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
// share. On a busy machine this takes several seconds. The MPI_Abort of the lowest rank ends the wait early.
const sharedErrorGrace = 20 * time.Second

func printError(prefix string, err error) (code int) {
	if launch := (launchError{}); errors.As(err, &launch) && launch.rank > 0 {
		time.Sleep(launchGrace)
		return launch.ExitCode()
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
