package cli

import (
	"errors"
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
	case end.Code == exitOK:
		end.Code = exitRuntime
	}
	return failure{code: end.Code, quiet: true, error: end}
}
