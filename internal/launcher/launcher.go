// Package launcher tells who started this process, before MPI is initialised.
package launcher

import (
	"os"
	"strconv"
)

// Rank returns the rank that a launcher (mpirun, srun, any PMIx) gave this process, and whether there was
// a launcher.
func Rank() (rank int, launched bool) {
	for _, name := range []string{"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"} {
		if rank, err := strconv.Atoi(os.Getenv(name)); err == nil {
			return rank, true
		}
	}
	return 0, false
}
