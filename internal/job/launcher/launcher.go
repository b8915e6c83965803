// Package launcher finds how this process was started, before MPI is initialised, and finds the mpirun of an
// MPI library.
package launcher

import (
	"os"
	"strconv"
)

// MaxRanks is the maximum number of ranks of a job.
const MaxRanks = 1 << 16

// Rank returns the rank that a launcher (mpirun, srun, any PMI or PMIx) gave this process, and whether there
// was a launcher.
func Rank() (rank int, launched bool) {
	return number("OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK")
}

// Size returns the number of processes that the launcher started, or 0 if it is not known.
func Size() int {
	n, _ := number("OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS")
	return n
}

// number returns the value of the first environment variable in the list whose value is a number.
func number(variables ...string) (n int, found bool) {
	for _, name := range variables {
		if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
			return n, true
		}
	}
	return 0, false
}
