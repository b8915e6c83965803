package mpi

import (
	"fmt"
	"os"
	"strconv"
	"time"
)

// launchGrace is how long the other processes wait for the launcher's rank 0 to print a launchError. Most
// launchers end them as soon as rank 0 exits.
const launchGrace = 5 * time.Second

// A launchError says that a launcher started several processes, but each of them would be a job of its own.
type launchError struct {
	text string
	rank int // the number that the launcher gave this process
}

func (e launchError) Error() string { return e.text }
func (e launchError) ExitCode() int { return 2 }

// checkLaunched returns a launchError if a launcher (mpirun, srun, any PMI or PMIx) started this process
// together with others. why says why each process would be a job of its own, and what to do.
func checkLaunched(call, why string) error {
	rank, launched := firstNumber("OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK")
	size, _ := firstNumber("OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS")
	if !launched || size < 2 {
		return nil
	}
	return launchError{fmt.Sprintf("%s: the launcher started %d processes, but %s", call, size, why), rank}
}

// firstNumber returns the value of the first environment variable in the list whose value is a number.
func firstNumber(variables ...string) (n int, found bool) {
	for _, name := range variables {
		if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
			return n, true
		}
	}
	return 0, false
}
