package cli

import (
	"errors"
	"fmt"
	"os"
	"os/exec"

	"topocoll/internal/jobs"
)

// supervise runs an mpirun to its end and passes its exit code on.
func supervise(mpirun *exec.Cmd) error {
	mpirun.Stdout, mpirun.Stderr = os.Stdout, os.Stderr
	err := jobs.Run(mpirun)
	end := jobs.End{}
	switch {
	case !errors.As(err, &end):
		return err
	case end.Caught != nil && !end.Said:
		return failure{code: max(end.Code, exitRuntime), error: fmt.Errorf("ended by a signal (%w)", end)}
	}
	return failure{code: max(end.Code, exitRuntime), quiet: true, error: end}
}
