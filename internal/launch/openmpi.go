//go:build !mpich

package launch

// The variables of Open MPI come first. If a process under the mpirun of MPICH starts the mpirun of Open MPI,
// the new ranks inherit PMI_RANK and PMI_SIZE, which do not describe them.
var (
	rankVariables = []string{"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"}
	sizeVariables = []string{"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"}
)
