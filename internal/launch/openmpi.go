//go:build !mpich

package launch

// The variables of Open MPI come first. A process under the mpirun of MPICH may start the mpirun of Open MPI.
// The new ranks then inherit PMI_RANK and PMI_SIZE, which do not describe them.
var (
	rankVariables = []string{"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"}
	sizeVariables = []string{"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"}
)
