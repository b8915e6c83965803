package mpi

import (
	"fmt"
	"time"

	"topocoll/internal/launch"
)

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
