package cli

import (
	"errors"
	"fmt"
	"os"
	"os/exec"

	"topocoll/internal/host"
	"topocoll/internal/jobs"
	"topocoll/internal/launcher"
)

const (
	// startedVariable tells the ranks that this program started their launcher because of -n, so they ignore the -n among
	// their arguments.
	startedVariable = "TOPOCOLL_STARTED"
	// keepsVariable tells the ranks that this program waits for their launcher to end. It then does the work that follows the
	// measuring, and handles what a run that ends early leaves.
	keepsVariable = "TOPOCOLL_KEEPS"
)

func startedByUs() bool { return os.Getenv(startedVariable) != "" }
func keptByUs() bool    { return os.Getenv(keepsVariable) != "" }

// needsLaunch reports whether this process has to start mpirun, because no launcher has started it. n is the -n of the
// command, 0 for none.
func needsLaunch(n int, bound ranksPerCoreFlag) (bool, error) {
	_, launched := launcher.Rank()
	switch {
	case launched && startedByUs():
		return false, nil
	case launched && n != 0:
		return false, usagef("-n %d under a launcher, want no -n: mpirun or srun sets the number of processes", n)
	case launched:
		return false, nil
	case n == 0:
		return false, usagef("no number of processes, want -n P, or a launcher: mpirun -n P %s ...", os.Args[0])
	case n < 0 || n > mostRanks:
		return false, usagef("-n %d, want 1 to %d processes to start", n, mostRanks)
	}
	return true, bound.allows(n, host.Cores())
}

// supervise runs an mpirun to its end and passes its exit code on.
func supervise(mpirun *exec.Cmd) error {
	mpirun.Stdout, mpirun.Stderr = os.Stdout, os.Stderr
	err := jobs.Run(mpirun)
	end := jobs.End{}
	switch {
	case !errors.As(err, &end):
		return err
	case end.Caught != nil && !end.Said:
		return failure{code: max(end.Code, exitRuntime), err: fmt.Errorf("ended by a signal (%w)", end)}
	}
	return failure{code: max(end.Code, exitRuntime), quiet: true, err: end}
}
