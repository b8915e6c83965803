// Package ranks starts the ranks of this program under mpirun, and runs a body on every rank.
package ranks

import (
	"errors"
	"fmt"
	"os"
	"os/exec"

	"topocoll/internal/cli/exit"
	"topocoll/internal/host"
	"topocoll/internal/job"
	"topocoll/internal/job/launcher"
)

const (
	// startedVariable tells the ranks that this program started their mpirun. They then ignore -n.
	startedVariable = "TOPOCOLL_STARTED"
	// ParentVariable tells the ranks that a process of this program waits for their mpirun. That process writes the page and the
	// summary, also after a run that ended early.
	ParentVariable = "TOPOCOLL_KEEPS"
)

func StartedHere() bool { return os.Getenv(startedVariable) != "" }
func HasParent() bool   { return os.Getenv(ParentVariable) != "" }

// MustStart reports whether this process must start mpirun, because no launcher started it. n is -n of the command, or 0 if
// it was not given. allows refuses too many ranks for the cores of this machine.
func MustStart(n int, allows func(n, cores int) error) (bool, error) {
	_, launched := launcher.Rank()
	switch {
	case launched && StartedHere():
		return false, nil
	case launched && n != 0:
		return false, exit.Usagef("-n %d under a launcher, want no -n: mpirun or srun sets the number of processes", n)
	case launched:
		return false, nil
	case n == 0:
		return false, exit.Usagef("no number of processes, want -n P, or a launcher: mpirun -n P %s ...", os.Args[0])
	case n < 0 || n > launcher.MaxRanks:
		return false, exit.Usagef("-n %d, want 1 to %d processes to start", n, launcher.MaxRanks)
	}
	return true, allows(n, host.Cores())
}

// Supervise runs mpirun and returns its exit code as an error.
func Supervise(mpirun *exec.Cmd) error {
	mpirun.Stdout, mpirun.Stderr = os.Stdout, os.Stderr
	err := job.Run(mpirun)
	end := job.End{}
	switch {
	case !errors.As(err, &end):
		return err
	case end.Caught != nil && !end.Said:
		return exit.Error{Code: max(end.Code, exit.Failed), Err: fmt.Errorf("ended by a signal (%w)", end)}
	}
	return exit.Error{Code: max(end.Code, exit.Failed), Quiet: true, Err: end}
}
